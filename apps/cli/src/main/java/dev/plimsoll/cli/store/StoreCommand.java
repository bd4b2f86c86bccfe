package dev.plimsoll.cli.store;

import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll store}: its subcommands do the work. */
@Command(
        name = "store",
        description = {
            "Check, back up, restore and compact the files or the etcd in which a cluster keeps its objects.",
            "",
            "check and backup work while a server runs; restore, compact and salvage need it stopped. The store holds "
                    + "objects; certificates and tokens lie beside it in the data folder (pki, admin-token): copy them too."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll store check                is everything there?",
            "  plimsoll store backup /backups/monday     while the cluster runs",
            "  plimsoll store restore --from /backups/monday",
            "                                      puts it in place, keeps the old files",
            "  plimsoll store compact              drops history, makes the file smaller",
            "  plimsoll store salvage              keeps what can be proven whole",
            "  plimsoll store backup /backups/monday --etcd http://127.0.0.1:2379",
            "                                      the same where objects are in etcd",
            "",
            "Exit codes: 0 done, 1 damage was found, 2 it could not be done."
        })
public final class StoreCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private StoreCommand() {}

    /** With its subcommands. */
    public static CommandLine line(Console console, PrintWriter out, InstantSource clock) {
        var answer = new StoreCommandReport(console, out);
        return new CommandLine(new StoreCommand())
                .addSubcommand(new CheckCommand(answer))
                .addSubcommand(new BackupCommand(answer, clock))
                .addSubcommand(new RestoreCommand(answer, clock))
                .addSubcommand(new CompactCommand(answer))
                .addSubcommand(new SalvageCommand(answer, clock));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
