package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The files of a store as a kill or a clean end leaves them, with what had been acknowledged until then and how the files had been
 * some time before.
 */
record StoreImage(
        String name, long oldest, Chronicle acknowledged, Map<String, byte[]> files, Map<String, byte[]> earlier) {

    /** Values of all sizes, removals, compactions and free pages; then killed with much in the write-ahead log. */
    static StoreImage killed(Path folder) throws Exception {
        var options = new EmbeddedOptions(2, 1 << 20, 64, 1 << 16, 512, 40, 0, 0); // checkpoints happen on the way
        try (var store = EmbeddedStore.open(folder, options)) {
            var random = new Random(11);
            write(store, random, 250);
            store.compact(store.revision() - 100);
            write(store, random, 100);
            var earlier = files(folder);
            write(store, random, 60);
            return new StoreImage("killed", oldest(store), Chronicle.of(store, oldest(store)), files(folder), earlier);
        }
    }

    /** Never checkpointed: the database has its tables only, all else is in the write-ahead log. */
    static StoreImage young(Path folder) throws Exception {
        try (var store = EmbeddedStore.open(folder)) {
            var random = new Random(12);
            write(store, random, 40);
            var earlier = files(folder);
            write(store, random, 40);
            return new StoreImage("young", 1, Chronicle.of(store, 1), files(folder), earlier);
        }
    }

    /** Closed as it should be; all is in the database. */
    static StoreImage closed(Path folder) throws Exception {
        Map<String, byte[]> earlier;
        Chronicle acknowledged;
        long oldest;
        try (var store = EmbeddedStore.open(folder)) {
            var random = new Random(13);
            write(store, random, 200);
            store.compact(store.revision() - 50);
            earlier = files(folder);
            write(store, random, 50);
            oldest = oldest(store);
            acknowledged = Chronicle.of(store, oldest);
        }
        return new StoreImage("closed", oldest, acknowledged, files(folder), earlier);
    }

    private static long oldest(EmbeddedStore store) {
        return store.get("none", 1) instanceof Lookup.Compacted(var oldest) ? oldest : 1;
    }

    private static void write(EmbeddedStore store, Random random, int times) {
        for (var i = 0; i < times; i++) {
            var key = "/registry/pods/default/pod-" + random.nextInt(40);
            var value = new byte[random.nextInt(12) == 0 ? 20_000 + random.nextInt(30_000) : random.nextInt(1500)];
            random.nextBytes(value);
            var outcome = switch (store.get(key)) {
                case Lookup.Absent _ -> store.create(key, value);
                case Lookup.Found(var entry, var _)
                when random.nextInt(4) == 0 -> store.delete(key, entry.modRevision());
                case Lookup.Found(var entry, var _) -> store.replace(key, value, entry.modRevision());
            };
            assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        }
    }

    private static Map<String, byte[]> files(Path folder) throws IOException {
        var files = new TreeMap<String, byte[]>();
        for (var name : new String[] {"store.db", "store.db-wal", "store.db-shm", HighWaterMark.FILE}) {
            var file = folder.resolve(name);
            if (Files.exists(file)) files.put(name, Files.readAllBytes(file));
        }
        return files;
    }
}
