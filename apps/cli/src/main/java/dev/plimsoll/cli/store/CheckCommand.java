package dev.plimsoll.cli.store;

import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.store.embedded.CheckReport;
import dev.plimsoll.store.embedded.StoreFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll store check}: is everything there that was acknowledged? */
@Command(
        name = "check",
        description = {
            "Read every row of the store, prove that it is what was written and that none is missing, and report all damage.",
            "",
            "It changes nothing, and may run beside a server or on a copy of the folder. Exit code 1 if anything is damaged.",
            "",
            "With --etcd it says how many keys there are and whether a restore was cut off: etcd proves its own files."
        })
final class CheckCommand implements Callable<Integer> {
    private final StoreCommandReport answer;

    @Mixin
    private StoreOptions options = new StoreOptions();

    CheckCommand(StoreCommandReport answer) {
        this.answer = answer;
    }

    @Override
    public Integer call() {
        if (!options.problem().isEmpty()) return answer.unreadable(options.problem());
        if (options.isEtcd()) return new EtcdActions(answer, options).check();
        if (!options.exists()) return answer.unreadable(options.missing());
        return answer.attempt(() -> {
            var report = new StoreFolder(options.folder()).check();
            return answer.say(
                    options.output(),
                    report.isWhole() ? ExitCode.OK : ExitCode.NO,
                    lines(report),
                    () -> StoreReportDocument.checked(options.folder(), report));
        });
    }

    private List<String> lines(CheckReport report) {
        var lines = new ArrayList<String>();
        if (report.isWhole()) {
            lines.add(options.folder() + ": whole" + (report.inUse() ? " (a server has it open)" : ""));
            lines.add("  %d keys, revisions %d to %d, %d bytes"
                    .formatted(report.keys(), report.oldest(), report.revision(), report.bytes()));
            return lines;
        }
        lines.add(options.folder() + ": damaged");
        for (var each : report.damage()) lines.add("  " + each);
        if (report.found() > report.damage().size())
            lines.add("  and " + (report.found() - report.damage().size()) + " more");
        lines.add(report.affected() + " revisions are affected; the last acknowledged one is " + report.acknowledged()
                + ".");
        lines.add("With a backup:    plimsoll store restore --data " + options.data() + " --from BACKUP");
        lines.add("Without a backup: plimsoll store salvage --data " + options.data());
        return lines;
    }
}
