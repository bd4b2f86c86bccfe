package dev.plimsoll.store;

import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.etcd.EtcdServer;
import dev.plimsoll.store.etcd.EtcdStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * How fast the stores are: a program, not a test. {@code StoreBenchmark embedded|etcd [folder]}; without a folder it uses a temporary
 * one, whose disk is then what is measured.
 */
public final class StoreBenchmark {
    private static final int KEYS = 10_000;
    private static final int BYTES = 2048;
    private static final long SECONDS = 3;

    private final Store store;

    private StoreBenchmark(Store store) {
        this.store = store;
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "embedded" -> embedded(arguments);
            case "etcd" -> {
                try (var server = EtcdServer.start();
                        var store = EtcdStore.open(server.options("benchmark/"))) {
                    new StoreBenchmark(store).run();
                }
            }
            default -> throw new IllegalArgumentException("embedded or etcd, not " + arguments[0]);
        }
    }

    private static void embedded(String[] arguments) throws Exception {
        var folder = arguments.length > 1
                ? Files.createDirectories(Path.of(arguments[1]))
                : Files.createTempDirectory("plimsoll-benchmark");
        try {
            try (var store = EmbeddedStore.open(folder.resolve("speed"))) {
                new StoreBenchmark(store).run();
            }
            opening(folder.resolve("opening"));
        } finally {
            delete(folder);
        }
    }

    private static void opening(Path folder) throws InterruptedException {
        try (var store = EmbeddedStore.open(folder)) {
            var benchmark = new StoreBenchmark(store);
            benchmark.inParallel(number -> store.create(key(number), new byte[BYTES]));
            while (store.revision() < 100_000) benchmark.inParallel(number -> replace(store, key(number)));
        }
        for (var round = 0; round < 5; round++) {
            var began = System.nanoTime();
            try (var store = EmbeddedStore.open(folder)) {
                report("open with %d revisions".formatted(store.revision()), "%.0f ms", millis(began));
                if (round < 4) continue;
                range("range of 10,000, nothing cached", store);
                var compaction = System.nanoTime();
                store.compact(store.revision());
                report("compact 100,000 revisions to 10,000 keys", "%.0f ms", millis(compaction));
            }
        }
    }

    private void run() throws InterruptedException {
        for (var writers : new int[] {1, 8, 64}) creates(writers);
        inParallel(number -> store.create(key(number), new byte[BYTES]));
        for (var writers : new int[] {1, 8, 64}) replaces(writers);
        for (var readers : new int[] {1, 8, 64}) gets(readers);
        for (var round = 0; round < 3; round++) range("range of 10,000", store);
        pages();
        watch();
    }

    /** One thread's work: one operation. */
    private interface Operation {
        void perform(int thread, long turn);
    }

    private static void measure(String what, int threads, Operation operation) throws InterruptedException {
        var turns = new AtomicLong();
        var slowest = new AtomicLong();
        var latencies = new long[threads][];
        var ready = new CountDownLatch(threads);
        var end = System.nanoTime() + (SECONDS + 1) * 1_000_000_000L;
        var begin = System.nanoTime() + 1_000_000_000L; // the first second is for warming up
        var running = new Thread[threads];
        for (var t = 0; t < threads; t++) {
            var thread = t;
            running[t] = Thread.ofVirtual().start(() -> {
                var mine = new long[1 << 16];
                var count = 0;
                ready.countDown();
                for (var turn = 0L; System.nanoTime() < end; turn++) {
                    var started = System.nanoTime();
                    operation.perform(thread, turn);
                    var took = System.nanoTime() - started;
                    if (started < begin) continue;
                    turns.incrementAndGet();
                    mine[count++ % mine.length] = took;
                    slowest.accumulateAndGet(took, Math::max);
                }
                latencies[thread] = Arrays.copyOf(mine, Math.min(count, mine.length));
            });
        }
        for (var thread : running) thread.join();
        var all =
                Arrays.stream(latencies).flatMapToLong(Arrays::stream).sorted().toArray();
        report(
                what + ", " + threads + (threads == 1 ? " thread" : " threads"),
                "%.0f/s, p50 %.2f ms, p99 %.2f ms, max %.0f ms",
                turns.get() / (double) SECONDS,
                all[all.length / 2] / 1e6,
                all[(int) (all.length * 0.99)] / 1e6,
                slowest.get() / 1e6);
    }

    private void creates(int writers) throws InterruptedException {
        measure("create", writers, (thread, turn) -> {
            var outcome = store.create("new/" + writers + "/" + thread + "/" + turn, new byte[BYTES]);
            if (!(outcome instanceof WriteOutcome.Written)) throw new AssertionError(outcome);
        });
    }

    private void inParallel(IntConsumer work) throws InterruptedException {
        var threads = new Thread[64];
        for (var t = 0; t < threads.length; t++) {
            var first = t;
            threads[t] = Thread.ofVirtual().start(() -> {
                for (var i = first; i < KEYS; i += threads.length) work.accept(i);
            });
        }
        for (var thread : threads) thread.join();
    }

    private void replaces(int writers) throws InterruptedException {
        measure(
                "get and replace",
                writers,
                (thread, turn) -> replace(store, key((int) ((thread * 151L + turn) % KEYS))));
    }

    private static void replace(Store store, String key) {
        if (!(store.get(key) instanceof Lookup.Found(var entry, var _))) throw new AssertionError(key);
        store.replace(key, new byte[BYTES], entry.modRevision());
    }

    private void gets(int readers) throws InterruptedException {
        measure("get", readers, (thread, turn) -> {
            if (!(store.get(key((int) ((thread * 7919L + turn * 31) % KEYS))) instanceof Lookup.Found))
                throw new AssertionError();
        });
    }

    private static void range(String what, Store store) {
        var began = System.nanoTime();
        var page = (RangeResult.Page) store.list(Range.of("key/"));
        report(what, "%.0f ms for %d entries", millis(began), page.entries().size());
    }

    private void pages() {
        var began = System.nanoTime();
        var count = 0;
        for (var next = java.util.Optional.of(Range.of("key/").limitedTo(500)); next.isPresent(); count++)
            next = ((RangeResult.Page) store.list(next.get())).next();
        report("the same in pages of 500", "%.0f ms for %d pages", millis(began), count);
    }

    /** From the write's beginning to its arrival, the write included. */
    private void watch() throws InterruptedException {
        var latencies = new long[500];
        try (var watch = store.watch("key/", store.revision())) {
            for (var i = 0; i < latencies.length; i++) {
                var began = System.nanoTime();
                replace(store, key(i));
                while (!(watch.next() instanceof Delivery.Events)) Thread.onSpinWait();
                latencies[i] = System.nanoTime() - began;
            }
        }
        Arrays.sort(latencies);
        report("write until watched", "p50 %.2f ms, p99 %.2f ms", latencies[250] / 1e6, latencies[495] / 1e6);
    }

    private static String key(int number) {
        return "key/%05d".formatted(number);
    }

    private static double millis(long began) {
        return (System.nanoTime() - began) / 1e6;
    }

    private static void report(String what, String format, Object... figures) {
        System.out.printf("%-42s " + format + "%n", concat(what, figures));
    }

    private static Object[] concat(String what, Object[] figures) {
        var all = new Object[figures.length + 1];
        all[0] = what;
        System.arraycopy(figures, 0, all, 1, figures.length);
        return all;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
