package dev.plimsoll.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds while many threads use a store. */
// Acceptance of production: events-once, compaction
class ConcurrencyContractTest extends Contract {
    private static final int WRITERS = 16;
    private static final int COUNTERS = 10;
    private static final int INCREMENTS = 25;

    /** That the writer of a test has finished, or that something failed: who goes on until then stops. */
    private final AtomicBoolean done = new AtomicBoolean();

    @Test
    @DisplayName("no increment is lost, and watches from any time see every revision in order")
    void increments() throws Exception {
        var start = store.revision();
        for (var i = 0; i < COUNTERS; i++) create("count/" + i, "0");
        var middle = writtenAfter(start).get(4);
        var writing = new CountDownLatch(WRITERS);
        var results = run(Thread.ofVirtual(), tasks -> {
            for (var writer = 0; writer < WRITERS; writer++) {
                var seed = writer;
                tasks.add(() -> {
                    for (var i = 0; i < INCREMENTS; i++) increment("count/" + (seed + i) % COUNTERS);
                    writing.countDown();
                    return List.of();
                });
            }
            for (var watcher = 0; watcher < 4; watcher++) tasks.add(() -> untilTheEnd(start));
            tasks.add(() -> untilTheEnd(middle));
            tasks.add(() -> {
                writing.await();
                create("end", "");
                return List.of();
            });
        });
        var sum = page(Range.of("count/")).entries().stream()
                .mapToInt(entry -> number(entry.value()))
                .sum();
        assertThat(sum).isEqualTo(WRITERS * INCREMENTS);
        var all = results.get(WRITERS);
        assertThat(all).hasSize(COUNTERS + WRITERS * INCREMENTS + 1);
        assertThat(revisions(all)).isEqualTo(writtenAfter(start));
        for (var watcher = 1; watcher < 4; watcher++)
            assertThat(results.get(WRITERS + watcher)).isEqualTo(all);
        assertThat(results.get(WRITERS + 4)).isEqualTo(all.subList(5, all.size()));
        assertThat(untilTheEnd(start)).isEqualTo(all);
        for (var event : all) {
            if (event instanceof StoreEvent.Replaced(var entry, var previous))
                assertThat(number(entry.value())).isEqualTo(number(previous.value()) + 1);
        }
    }

    @Test
    @DisplayName("a slow watcher delays neither the writer nor another watcher, and misses nothing")
    void slowWatcher() throws Exception {
        var start = store.revision();
        try (var slow = store.watch("", start);
                var fast = store.watch("", start)) {
            var last = start;
            for (var i = 0; i < 20 * Backend.RECENT_EVENTS; i++) {
                last = create("k" + i, "v" + i);
                assertThat(revisions(eventsThrough(fast, last))).containsExactly(last);
            }
            assertThat(revisions(eventsThrough(slow, last))).isEqualTo(writtenAfter(start));
        }
    }

    @Test
    @DisplayName("a list shows one moment, whatever is written meanwhile")
    void listsAreSnapshots() throws Exception {
        create("pair/a", "0");
        create("pair/b", "0");
        run(Thread.ofPlatform(), tasks -> {
            tasks.add(() -> {
                for (var i = 0; i < 150; i++) {
                    increment("pair/a");
                    increment("pair/b");
                }
                done.set(true);
                return List.of();
            });
            for (var reader = 0; reader < 3; reader++) {
                tasks.add(() -> {
                    while (!done.get()) {
                        var pair = page(Range.of("pair/")).entries();
                        var ahead = number(pair.getFirst().value())
                                - number(pair.getLast().value());
                        assertThat(ahead).isBetween(0, 1);
                    }
                    return List.of();
                });
            }
        });
    }

    @Test
    @DisplayName("compaction while watching and reading: no gap that is not told, no wrong read")
    void compactionMeanwhile() throws Exception {
        var start = create("k/0", "0");
        run(Thread.ofPlatform(), tasks -> {
            tasks.add(() -> {
                for (var i = 0; i < 400; i++) increment("k/" + i % 5);
                done.set(true);
                return List.of();
            });
            tasks.add(() -> {
                while (!done.get()) store.compact(Math.max(1, store.revision() - 3));
                return List.of();
            });
            tasks.add(() -> {
                while (!done.get()) {
                    assertThat(store.get("k/0")).isInstanceOf(Lookup.Found.class);
                    assertThat(page(Range.of("k/")).entries()).isNotEmpty();
                }
                return List.of();
            });
            for (var watcher = 0; watcher < 3; watcher++) {
                tasks.add(() -> {
                    assertThat(cacheKeptBy(start))
                            .isEqualTo(page(Range.of("k/")).entries());
                    return List.of();
                });
            }
        });
    }

    /** A cache as an API server keeps it: list, watch, and list again when compaction has overtaken the watch. */
    private List<Entry> cacheKeptBy(long start) throws InterruptedException {
        var cache = new TreeMap<String, Entry>(Keys.ORDER);
        var at = start;
        while (true) {
            try (var watch = store.watch("k/", at)) {
                Delivery delivery;
                do {
                    var finished = done.get();
                    var target = store.revision();
                    watch.progressTo(target);
                    delivery = watch.next(LONG);
                    if (delivery instanceof Delivery.Events(var events, var through)) {
                        for (var event : events) {
                            assertNext(event.revision(), at);
                            at = event.revision();
                            apply(event, cache);
                        }
                        at = through;
                    }
                    if (delivery instanceof Delivery.Progress(var through)) at = through;
                    if (finished && at >= target) return List.copyOf(cache.values());
                } while (!(delivery instanceof Delivery.Compacted));
            }
            var page = page(Range.of("k/"));
            cache.clear();
            page.entries().forEach(entry -> cache.put(entry.key(), entry));
            at = page.revision();
        }
    }

    private static void apply(StoreEvent event, Map<String, Entry> cache) {
        switch (event) {
            case StoreEvent.Created(var entry) -> cache.put(entry.key(), entry);
            case StoreEvent.Replaced(var entry, var _) -> cache.put(entry.key(), entry);
            case StoreEvent.Deleted(var previous, var _) -> cache.remove(previous.key());
        }
    }

    /** Every event after a revision, up to the creation of the key "end". */
    private List<StoreEvent> untilTheEnd(long after) throws InterruptedException {
        var events = new ArrayList<StoreEvent>();
        try (var watch = store.watch("", after)) {
            do {
                if (watch.next(LONG) instanceof Delivery.Events(var more, var _)) events.addAll(more);
                else throw new AssertionError("nothing came after " + events.size() + " events");
            } while (!events.getLast().key().equals("end"));
        }
        return events;
    }

    private void increment(String key) {
        while (true) {
            var outcome = switch (store.get(key)) {
                case Lookup.Absent _ -> store.create(key, bytes("1"));
                case Lookup.Found(var entry, var _) ->
                    store.replace(key, bytes("" + (number(entry.value()) + 1)), entry.modRevision());
            };
            if (outcome instanceof WriteOutcome.Conflict) continue;
            written(outcome);
            return;
        }
    }

    private static int number(byte[] value) {
        return Integer.parseInt(new String(value, UTF_8));
    }

    private interface Plan {
        void addTo(List<Callable<List<StoreEvent>>> tasks);
    }

    /** On platform threads where a task polls: a virtual thread that never waits keeps others from running. */
    private List<List<StoreEvent>> run(Thread.Builder threads, Plan plan) throws Exception {
        var tasks = new ArrayList<Callable<List<StoreEvent>>>();
        plan.addTo(tasks);
        try (var executor = Executors.newThreadPerTaskExecutor(threads.factory())) {
            var running = new ArrayList<Future<List<StoreEvent>>>();
            for (var task : tasks) running.add(executor.submit(() -> stoppingAll(task)));
            var results = new ArrayList<List<StoreEvent>>();
            for (var each : running) results.add(each.get());
            return results;
        }
    }

    private List<StoreEvent> stoppingAll(Callable<List<StoreEvent>> task) throws Exception {
        try {
            return task.call();
        } catch (Throwable failed) {
            done.set(true);
            throw failed;
        }
    }
}
