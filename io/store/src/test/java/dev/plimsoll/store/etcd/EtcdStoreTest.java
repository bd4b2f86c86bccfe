package dev.plimsoll.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is special to the store in etcd: several processes on one server, a server that goes away, limits of the server. */
// Acceptance of production: etcd-away, events-once, etcd-connection
@Timeout(90)
@SuppressWarnings("NullAway.Init") // JUnit calls start first
class EtcdStoreTest {
    private EtcdServer server;

    @BeforeEach
    void start() {
        assumeTrue(EtcdServer.isInstalled(), "not run: there is no etcd on the PATH (.ci/tools installs it)");
        server = EtcdServer.start();
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    @Test
    @DisplayName("several stores on one prefix: no update is lost, and each sees the writes of all")
    void sharedPrefix() throws Exception {
        try (var one = EtcdStore.open(server.options("shared/"));
                var two = EtcdStore.open(server.options("shared/"));
                var seenByTwo = two.watch("", two.revision());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = IntStream.range(0, 8)
                    .<Callable<Void>>mapToObj(i -> () -> increments(i % 2 == 0 ? one : two, 20))
                    .toList();
            for (var task : threads.invokeAll(tasks)) task.get();
            var last = one.revision();
            assertThat(one.get("counter"))
                    .isInstanceOfSatisfying(
                            Lookup.Found.class,
                            it -> assertThat(text(it.entry().value())).isEqualTo("160"));
            assertThat(through(seenByTwo, last)).hasSize(160);
        }
    }

    @Test
    @DisplayName("stores on different prefixes do not see each other, but share the revision")
    void separatePrefixes() throws Exception {
        try (var one = EtcdStore.open(server.options("one/"));
                var two = EtcdStore.open(server.options("two/"));
                var watch = one.watch("", one.revision())) {
            var mine = written(one.create("a", bytes("1")));
            var theirs = written(two.create("a", bytes("2")));
            assertThat(theirs).isGreaterThan(mine);
            assertThat(one.count("")).isEqualTo(1);
            assertThat(one.get("a"))
                    .isInstanceOfSatisfying(
                            Lookup.Found.class,
                            it -> assertThat(text(it.entry().value())).isEqualTo("1"));
            assertThat(through(watch, theirs)).hasSize(1);
        }
    }

    @Test
    @DisplayName("when the server comes back, watches go on without a gap, and calls are answered again")
    void serverRestarts() throws Exception {
        try (var store = EtcdStore.open(server.options("a/").withPatience(Duration.ofSeconds(2)));
                var watch = store.watch("", store.revision())) {
            var before = written(store.create("before", bytes("1")));
            assertThat(through(watch, before)).hasSize(1);
            server.kill();
            assertThat(store.create("during", bytes("1"))).isNotInstanceOf(WriteOutcome.Written.class);
            assertThat(store.create("during", bytes("1"))).isInstanceOf(WriteOutcome.NotWritten.class);
            assertThatThrownBy(() -> store.get("before"))
                    .isInstanceOfSatisfying(
                            StoreException.class, it -> assertThat(it.problem()).isEqualTo(StoreProblem.UNAVAILABLE));
            server.startAgain();
            try (var other = EtcdStore.open(server.options("a/"))) {
                written(other.create("other", bytes("1")));
            }
            var after = written(store.create("after", bytes("1")));
            assertThat(through(watch, after)).extracting(StoreEvent::key).containsExactly("other", "after");
        }
    }

    @Test
    @DisplayName("a watch that was cut off while everything was compacted says so")
    void compactedWhileCutOff() throws Exception {
        try (var store = EtcdStore.open(server.options("a/"));
                var watch = store.watch("", store.revision())) {
            var before = written(store.create("before", bytes("1")));
            assertThat(through(watch, before)).hasSize(1);
            server.kill();
            server.startAgain();
            try (var other = EtcdStore.open(server.options("a/"))) {
                var last = 0L;
                for (var i = 0; i < 20; i++) last = written(other.create("other" + i, bytes("1")));
                other.compact(last);
            }
            var after = written(store.create("after", bytes("1")));
            var seen = new ArrayList<String>();
            Delivery delivery = new Delivery.Progress(before);
            watch.progressTo(after);
            while (!(delivery instanceof Delivery.Compacted) && !seen.contains("after")) {
                delivery = watch.next();
                if (delivery instanceof Delivery.Events(var events, var _))
                    events.forEach(event -> seen.add(event.key()));
            }
            if (delivery instanceof Delivery.Compacted) assertThat(seen).isEmpty();
            else assertThat(seen).hasSize(21); // it was back before the compaction
            assertThat(store.list(Range.of(""))).isNotNull();
        }
    }

    @Test
    @DisplayName("a value beyond the server's limit is not written, and the reason is told")
    void tooLarge() {
        try (var store = EtcdStore.open(server.options("a/"))) {
            assertThat(store.create("a", new byte[3_000_000]))
                    .isInstanceOfSatisfying(
                            WriteOutcome.NotWritten.class,
                            it -> assertThat(it.problem()).isEqualTo(StoreProblem.TOO_LARGE));
            written(store.create("a", bytes("small")));
        }
    }

    @Test
    @DisplayName("a server that is not there is reported in time; one of several that is not there is passed over")
    void endpoints() throws Exception {
        var nobody = URI.create("http://127.0.0.1:1");
        var lost = EtcdOptions.of(List.of(nobody), "a/").withPatience(Duration.ofMillis(300));
        assertThatThrownBy(() -> EtcdStore.open(lost))
                .isInstanceOfSatisfying(
                        StoreException.class, it -> assertThat(it.problem()).isEqualTo(StoreProblem.UNAVAILABLE));
        var there = server.options("a/").endpoints().getFirst();
        try (var store =
                EtcdStore.open(EtcdOptions.of(List.of(nobody, there), "a/").withPatience(Duration.ofSeconds(20)))) {
            written(store.create("a", bytes("1")));
        }
    }

    @Test
    @DisplayName("a prefix that could run into another, and an endpoint without a port, are refused")
    void badOptions() {
        var endpoints = List.of(URI.create("http://127.0.0.1:1"));
        assertThatThrownBy(() -> EtcdOptions.of(endpoints, "pods")).hasMessageContaining("does not end with a slash");
        assertThatThrownBy(() -> EtcdOptions.of(List.of(URI.create("http://127.0.0.1")), ""))
                .hasMessageContaining("http://host:port");
        assertThatThrownBy(() -> EtcdOptions.of(List.of(), "")).hasMessageContaining("no etcd endpoint");
    }

    private static Void increments(Store store, int times) {
        for (var i = 0; i < times; ) {
            var outcome = switch (store.get("counter")) {
                case Lookup.Absent _ -> store.create("counter", bytes("1"));
                case Lookup.Found(var entry, var _) ->
                    store.replace(
                            "counter", bytes("" + (Integer.parseInt(text(entry.value())) + 1)), entry.modRevision());
            };
            if (outcome instanceof WriteOutcome.Written) i++;
            else assertThat(outcome).isInstanceOf(WriteOutcome.Conflict.class);
        }
        return null;
    }

    private static List<StoreEvent> through(Watch watch, long revision) throws InterruptedException {
        watch.progressTo(revision);
        var events = new ArrayList<StoreEvent>();
        while (true) {
            switch (watch.next()) {
                case Delivery.Events(var more, var through) -> {
                    events.addAll(more);
                    if (through >= revision) return events;
                }
                case Delivery.Progress _ -> {
                    return events;
                }
                case Delivery.Ended end -> throw new AssertionError(end);
            }
        }
    }

    private static long written(WriteOutcome outcome) {
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        return ((WriteOutcome.Written) outcome).revision();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
