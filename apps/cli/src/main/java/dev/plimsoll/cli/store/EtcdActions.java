package dev.plimsoll.cli.store;

import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.embedded.StoreTransfer;
import dev.plimsoll.store.etcd.EtcdMaintenance;
import dev.plimsoll.store.etcd.EtcdOptions;
import dev.plimsoll.store.etcd.EtcdStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the commands of the store do where objects are in etcd. */
final class EtcdActions {
    private final StoreCommandReport answer;
    private final StoreOptions options;
    private final EtcdOptions etcd;
    private final String place;

    EtcdActions(StoreCommandReport answer, StoreOptions options) {
        this.answer = answer;
        this.options = options;
        this.etcd = options.etcd();
        this.place = "etcd " + etcd.endpoints().getFirst() + ", prefix " + etcd.prefix();
    }

    int check() {
        return answer.attempt(() -> {
            try (var store = EtcdStore.open(etcd)) {
                var isCutOff = StoreTransfer.isCutOff(store);
                var keys = store.count("");
                var revision = store.revision();
                var lines = new ArrayList<String>();
                lines.add(place + ": " + (isCutOff ? "holds a part of a backup only" : "answers"));
                lines.add("  %d keys, revision %d".formatted(keys, revision));
                if (isCutOff) lines.add("A restore was cut off: run the same plimsoll store restore again.");
                return answer.say(
                        options.output(),
                        isCutOff ? ExitCode.NO : ExitCode.OK,
                        lines,
                        () -> StoreReportDocument.checked(place, !isCutOff, keys, revision));
            }
        });
    }

    int backup(Path file, Instant now) {
        return answer.attempt(() -> {
            try (var store = EtcdStore.open(etcd)) {
                return answer.backedUp(options.output(), file, StoreTransfer.backup(store, file, now));
            }
        });
    }

    int restore(Path from) {
        return answer.attempt(() -> {
            try (var store = EtcdStore.open(etcd)) {
                var keys = StoreTransfer.restore(from, store);
                var revision = store.revision();
                return answer.say(
                        options.output(),
                        ExitCode.OK,
                        List.of(place + ": " + keys + " keys, at revision " + revision),
                        () -> StoreReportDocument.restored(place, keys, revision));
            }
        });
    }

    int compact() {
        return answer.attempt(() -> {
            try (var store = EtcdStore.open(etcd)) {
                var oldest = switch (store.compact(store.revision())) {
                    case Compaction.Done(var revision) -> revision;
                    case Compaction.Already(var revision) -> revision;
                    case Compaction.Ahead(var revision) -> revision;
                };
                var members = EtcdMaintenance.defragment(etcd);
                var lines = new ArrayList<String>();
                lines.add(place + ": history before revision " + oldest + " is given up");
                for (var each : members)
                    lines.add("  %s: %d bytes before, %d bytes now"
                            .formatted(each.member(), each.before(), each.after()));
                return answer.say(
                        options.output(),
                        ExitCode.OK,
                        lines,
                        () -> StoreReportDocument.compacted(place, oldest, members));
            }
        });
    }
}
