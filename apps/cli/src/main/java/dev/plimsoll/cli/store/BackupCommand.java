package dev.plimsoll.cli.store;

import dev.plimsoll.store.embedded.StoreFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plimsoll store backup FILE}: all objects of one moment. */
@Command(
        name = "backup",
        description = {
            "Write all objects of one moment into FILE, with checksums, and read it back to prove that it can be restored.",
            "",
            "It may run beside a server, which goes on meanwhile. FILE is for its owner only (mode 0600); it holds secrets."
        })
final class BackupCommand implements Callable<Integer> {
    private final StoreCommandReport answer;
    private final InstantSource clock;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Parameters(paramLabel = "FILE", description = "Where to write; must not exist.")
    private Path file = Path.of("");

    BackupCommand(StoreCommandReport answer, InstantSource clock) {
        this.answer = answer;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (!options.problem().isEmpty()) return answer.unreadable(options.problem());
        if (!options.isEtcd() && !options.exists()) return answer.unreadable(options.missing());
        if (Files.exists(file)) return answer.unreadable(file + " exists already: choose another name");
        var parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent))
            return answer.unreadable(file + ": its folder does not exist; create it, or choose another name");
        if (options.isEtcd()) return new EtcdActions(answer, options).backup(file, clock.instant());
        return answer.attempt(() -> answer.backedUp(
                options.output(), file, new StoreFolder(options.folder()).backup(file, clock.instant())));
    }
}
