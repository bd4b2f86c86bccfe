package dev.plimsoll.cli.store;

import dev.plimsoll.store.embedded.StoreFolder;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll store salvage}: what is left of a damaged store. */
@Command(
        name = "salvage",
        description = {
            "Make a store of what can be proven whole in a damaged one, with the server stopped. Restore a backup if there is one.",
            "",
            "Each object gets its newest value that has its checksum; one whose newest value is damaged gets an older value or is",
            "gone, and one that was deleted may come back. What is lost is listed. The damaged files are moved aside, never deleted."
        })
final class SalvageCommand implements Callable<Integer> {
    private final StoreCommandReport answer;
    private final InstantSource clock;

    @Mixin
    private StoreOptions options = new StoreOptions();

    SalvageCommand(StoreCommandReport answer, InstantSource clock) {
        this.answer = answer;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (options.isEtcd())
            return answer.unreadable("--etcd: etcd proves its own files; use plimsoll store restore with a backup");
        if (!options.exists()) return answer.unreadable(options.missing());
        return answer.attempt(
                () -> RestoreText.say(answer, options, new StoreFolder(options.folder()).salvage(clock.instant())));
    }
}
