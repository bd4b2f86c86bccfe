package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Watches: a test for each sentence of {@link Watch} and {@link Delivery}. */
// Acceptance of production: events-once
class WatchContractTest extends Contract {
    @Test
    @DisplayName("events carry the key, the value, the previous value, the revision and what happened")
    void events() throws InterruptedException {
        var start = store.revision();
        try (var watch = store.watch("", start)) {
            var a1 = create("a", "1");
            var a2 = replace("a", "2", a1);
            var a3 = delete("a", a2);
            var a4 = create("a", "3");
            assertThat(eventsThrough(watch, a4))
                    .containsExactly(
                            new StoreEvent.Created(entry("a", "1", a1)),
                            new StoreEvent.Replaced(entry("a", "2", a2), entry("a", "1", a1)),
                            new StoreEvent.Deleted(entry("a", "2", a2), a3),
                            new StoreEvent.Created(entry("a", "3", a4)));
        }
    }

    @Test
    @DisplayName("a watch sees only keys with its prefix, and knows how far it is nevertheless")
    void prefix() throws InterruptedException {
        try (var watch = store.watch("p/", store.revision())) {
            create("p", "no");
            var in = create("p/a", "yes");
            var out = create("q/a", "no");
            assertThat(eventsThrough(watch, out)).containsExactly(new StoreEvent.Created(entry("p/a", "yes", in)));
        }
    }

    @Test
    @DisplayName("from any revision since the oldest, every event after it comes, once and in order")
    void fromAnyRevision() throws InterruptedException {
        var start = store.revision();
        var last = start;
        for (var i = 0; i < 40; i++) last = create("k" + i, "v" + i);
        for (var after = start; after <= last; after++) {
            try (var watch = store.watch("", after)) {
                assertThat(revisions(eventsThrough(watch, last))).isEqualTo(writtenAfter(after));
            }
        }
    }

    @Test
    @DisplayName("events read from the log are those that came live")
    void logAndLive() throws InterruptedException {
        var start = store.revision();
        try (var live = store.watch("", start);
                var late = store.watch("", start)) {
            var seen = new ArrayList<StoreEvent>();
            var last = start;
            for (var i = 0; i < 60; i++) {
                var key = "k" + i % 7;
                last = store.get(key) instanceof Lookup.Found(var entry, var _)
                        ? i % 3 == 0 ? delete(key, entry.modRevision()) : replace(key, "v" + i, entry.modRevision())
                        : create(key, "v" + i);
                seen.addAll(eventsThrough(live, last));
            }
            assertThat(seen).hasSize(60);
            assertThat(eventsThrough(late, last)).isEqualTo(seen);
        }
    }

    @Test
    @DisplayName("a revision that the store has not reached is waited for")
    void future() throws InterruptedException {
        var start = store.revision();
        try (var watch = store.watch("", start + 2)) {
            create("a", "1");
            create("b", "1");
            var third = create("c", "1");
            assertThat(eventsThrough(watch, third)).containsExactly(new StoreEvent.Created(entry("c", "1", third)));
        }
    }

    @Test
    @DisplayName("a reader that waits gets the write that comes")
    void waits() throws Exception {
        try (var watch = store.watch("a", store.revision())) {
            var reader = started(() -> watch.next());
            create("b", "1");
            var revision = create("a", "1");
            assertThat(((Delivery.Events) reader.get()).events())
                    .containsExactly(new StoreEvent.Created(entry("a", "1", revision)));
        }
    }

    @Test
    @DisplayName("without patience it never waits for a write")
    void noPatience() throws InterruptedException {
        var start = store.revision();
        try (var watch = store.watch("", start)) {
            assertThat(watch.next(Duration.ZERO)).isEqualTo(new Delivery.Progress(start));
        }
    }

    @Test
    @DisplayName("who asks is told when everything up to a revision has been delivered")
    void progress() throws Exception {
        try (var watch = store.watch("a", store.revision())) {
            var reader = started(() -> watch.next());
            var elsewhere = create("b", "1");
            watch.progressTo(elsewhere);
            assertProgress(reader.get(), elsewhere);
            var later = started(() -> watch.next());
            watch.progressTo(elsewhere + 1);
            create("c", "1");
            assertProgress(later.get(), elsewhere + 1);
        }
    }

    @Test
    @DisplayName("who asks for a revision that is far away does not keep progress from who asks for less")
    void progressBesideTheFuture() throws Exception {
        try (var watch = store.watch("a", store.revision())) {
            var reader = started(() -> watch.next());
            watch.progressTo(Long.MAX_VALUE);
            var elsewhere = create("b", "1");
            watch.progressTo(elsewhere);
            assertProgress(reader.get(), elsewhere);
        }
    }

    @Test
    @DisplayName("progress never overtakes an event")
    void progressAfterEvents() throws InterruptedException {
        try (var watch = store.watch("a/", store.revision())) {
            var last = 0L;
            for (var i = 0; i < 40; i++) {
                last = create("a/" + i, "v");
                create("b/" + i, "v");
                watch.progressTo(store.revision());
                assertThat(revisions(eventsThrough(watch, store.revision()))).containsExactly(last);
            }
        }
    }

    @Test
    @DisplayName("a watch from before the oldest revision ends with Compacted, and every later call answers the same")
    void compacted() throws InterruptedException {
        var start = store.revision();
        var last = start;
        for (var i = 0; i < 3 * Backend.RECENT_EVENTS; i++) last = create("k" + i, "v");
        var oldest = writtenAfter(start).get(10);
        store.compact(oldest);
        try (var watch = store.watch("", oldest - 1);
                var edge = store.watch("", oldest)) {
            assertThat(watch.next(LONG)).isEqualTo(new Delivery.Compacted(oldest));
            assertThat(watch.next(LONG)).isEqualTo(new Delivery.Compacted(oldest));
            assertThat(revisions(eventsThrough(edge, last))).isEqualTo(writtenAfter(oldest));
        }
    }

    @Test
    @DisplayName("a reader that fell behind is ended when compaction overtakes it, not before")
    void overtaken() throws InterruptedException {
        var start = store.revision();
        try (var slow = store.watch("", start);
                var slower = store.watch("", start)) {
            var last = start;
            for (var i = 0; i < 3 * Backend.RECENT_EVENTS; i++) last = create("k" + i, "v");
            assertThat(revisions(eventsThrough(slow, last))).isEqualTo(writtenAfter(start));
            store.compact(last);
            assertThat(slower.next(LONG)).isEqualTo(new Delivery.Compacted(last));
            var more = create("more", "v");
            assertThat(revisions(eventsThrough(slow, more))).containsExactly(more);
        }
    }

    @Test
    @DisplayName("the previous value of the first event after a compaction is there")
    void previousAfterCompaction() throws InterruptedException {
        var a1 = create("a", "1");
        store.compact(a1);
        var a2 = replace("a", "2", a1);
        var last = a2;
        for (var i = 0; i < 3 * Backend.RECENT_EVENTS; i++) last = create("k" + i, "v");
        try (var watch = store.watch("a", a1)) {
            assertThat(eventsThrough(watch, last))
                    .containsExactly(new StoreEvent.Replaced(entry("a", "2", a2), entry("a", "1", a1)));
        }
    }

    @Test
    @DisplayName("a removal right after the oldest revision is not missed")
    void removalAtTheEdge() throws InterruptedException {
        var a1 = create("a", "1");
        var a2 = delete("a", a1);
        var last = a2;
        for (var i = 0; i < 3 * Backend.RECENT_EVENTS; i++) last = create("k" + i, "v");
        store.compact(a2);
        try (var before = store.watch("a", a1);
                var after = store.watch("a", a2)) {
            assertThat(before.next(LONG)).isEqualTo(new Delivery.Compacted(a2));
            assertThat(eventsThrough(after, last)).isEmpty();
        }
    }

    @Test
    @DisplayName("closing the watch ends it for a reader that waits, and for no other")
    void closeWatch() throws Exception {
        var watch = store.watch("", store.revision());
        try (var other = store.watch("", store.revision())) {
            var reader = started(() -> watch.next());
            watch.close();
            assertThat(reader.get()).isEqualTo(new Delivery.Closed());
            assertThat(watch.next()).isEqualTo(new Delivery.Closed());
            var revision = create("a", "1");
            assertThat(revisions(eventsThrough(other, revision))).containsExactly(revision);
        }
    }

    @Test
    @DisplayName("closing the store ends all watches with Closed")
    void closeStoreEndsWatches() throws Exception {
        var watch = store.watch("", store.revision());
        var reader = started(() -> watch.next());
        store.close();
        assertThat(reader.get()).isEqualTo(new Delivery.Closed());
    }

    @Test
    @DisplayName("an interrupt reaches a reader that waits")
    void interrupt() throws Exception {
        try (var watch = store.watch("", store.revision())) {
            var interrupted = new CountDownLatch(1);
            var thread = Thread.startVirtualThread(() -> {
                try {
                    watch.next();
                } catch (InterruptedException _) {
                    interrupted.countDown();
                }
            });
            thread.interrupt();
            interrupted.await();
        }
    }

    private static void assertProgress(Delivery delivery, long reached) {
        assertThat(delivery)
                .isInstanceOfSatisfying(
                        Delivery.Progress.class, it -> assertThat(it.through()).isGreaterThanOrEqualTo(reached));
    }

    private static <T> FutureTask<T> started(java.util.concurrent.Callable<T> call) {
        var task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }
}
