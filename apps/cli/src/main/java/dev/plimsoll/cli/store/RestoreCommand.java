package dev.plimsoll.cli.store;

import dev.plimsoll.store.embedded.StoreFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll store restore --from FILE}: a backup takes the place of what is there. */
@Command(
        name = "restore",
        description = {
            "Put a backup in the place of the store, with the server stopped.",
            "",
            "The backup is proven whole first. The files that were there are moved aside, never deleted. The store begins at a",
            "revision beyond any that clients have seen, so that every client lists anew.",
            "",
            "A backup can be restored from etcd into a folder and the other way round. With --etcd the prefix must be empty; a",
            "restore that was cut off is finished by the same command, and servers do not start before that."
        })
final class RestoreCommand implements Callable<Integer> {
    private final StoreCommandReport answer;
    private final InstantSource clock;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            required = true,
            description = "A file that plimsoll store backup wrote.")
    private Path from = Path.of("");

    RestoreCommand(StoreCommandReport answer, InstantSource clock) {
        this.answer = answer;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (!Files.isRegularFile(from)) return answer.unreadable(from + ": no such file; check the path of --from");
        if (!options.problem().isEmpty()) return answer.unreadable(options.problem());
        if (options.isEtcd()) return new EtcdActions(answer, options).restore(from);
        return answer.attempt(() ->
                RestoreText.say(answer, options, new StoreFolder(options.folder()).restore(from, clock.instant())));
    }
}
