package dev.plimsoll.cli.store;

import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.store.embedded.StoreFolder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll store compact}: without history, and smaller. */
@Command(
        name = "compact",
        description = {
            "Drop all history and make the file as small as what it holds, with the server stopped.",
            "",
            "A running server drops history by itself every five minutes and uses the room again; the file does not shrink then.",
            "Objects are not touched. Clients that go on from an older revision list anew.",
            "",
            "With --etcd servers may run; each member in turn rewrites its file (defrag) and answers nobody meanwhile. Name all",
            "members."
        })
final class CompactCommand implements Callable<Integer> {
    private final StoreCommandReport answer;

    @Mixin
    private StoreOptions options = new StoreOptions();

    CompactCommand(StoreCommandReport answer) {
        this.answer = answer;
    }

    @Override
    public Integer call() {
        if (!options.problem().isEmpty()) return answer.unreadable(options.problem());
        if (options.isEtcd()) return new EtcdActions(answer, options).compact();
        if (!options.exists()) return answer.unreadable(options.missing());
        return answer.attempt(() -> {
            var sizes = new StoreFolder(options.folder()).compact();
            return answer.say(
                    options.output(),
                    ExitCode.OK,
                    List.of(options.folder() + ": " + sizes[0] + " bytes before, " + sizes[1] + " bytes now"),
                    () -> StoreReportDocument.compacted(options.folder(), sizes[0], sizes[1]));
        });
    }
}
