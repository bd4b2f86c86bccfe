package dev.plimsoll.security.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.security.SecureServer;
import dev.plimsoll.store.memory.MemoryStore;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * Mutated requests of every kind, from a seed: no answer is the server's fault, each is a Status or an object, every write that
 * was acknowledged is there at the end, and neither threads nor memory are left behind. {@code -Dplimsoll.fuzz=1000000} sends
 * that many requests, {@code -Dplimsoll.fuzz.seed=N} other ones.
 */
class FuzzTest {
    private static final int CLIENTS = 8;
    /** A request that left 100 bytes behind would show in a run of a million; this bound is for what is stored. */
    private static final long MOST_BYTES_KEPT = 128L << 20;

    private static List<FuzzTarget> targets() {
        var seeds = Seeds.bundled();
        var targets = new ArrayList<FuzzTarget>();
        for (var kind : Kinds.bundled().all())
            if (kind.verbs().contains(Verb.CREATE)) targets.add(FuzzTarget.of(kind, seeds));
        var widget = seeds.of("example.com/v1", "Widget").orElseThrow();
        var parts = List.of(
                new FuzzTarget.Part("status", widget),
                new FuzzTarget.Part("scale", seeds.of("autoscaling/v1", "Scale").orElseThrow()));
        targets.add(new FuzzTarget("example.com", "v1", "widgets", "-here", widget, parts, false, false));
        return targets;
    }

    @Test
    void mutatedRequestsAreRefusedAndNothingIsLost() throws Exception {
        var requests = Integer.getInteger("plimsoll.fuzz", 20_000);
        var seed = Long.getLong("plimsoll.fuzz.seed", 1);
        var targets = targets();
        var store = new MemoryStore();
        try (var server = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            var admin = server.admin();
            assertThat(admin.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", Seeds.WIDGETS)
                            .status())
                    .isEqualTo(201);
            var threads = Thread.activeCount();
            var problems = new ConcurrentLinkedQueue<Throwable>();
            var clients = new ArrayList<FuzzClient>();
            var running = new ArrayList<Thread>();
            for (var i = 0; i < CLIENTS; i++) {
                var url = server.server().url();
                var version = i % 2 == 0 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
                var client = new FuzzClient(
                        admin.http(), url, version, new Random(seed * CLIENTS + i), targets, "fuzz-" + i);
                clients.add(client);
                running.add(Thread.ofPlatform()
                        .name("fuzz-" + i)
                        .uncaughtExceptionHandler((_, problem) -> problems.add(problem))
                        .start(() -> client.run(requests / CLIENTS)));
            }
            for (var thread : running) thread.join();
            assertThat(problems).isEmpty();
            var complaints = new ArrayList<String>();
            for (var client : clients) complaints.addAll(client.complaints());
            for (var client : clients) complaints.addAll(client.writes().lost());
            assertThat(complaints).isEmpty();
            assertThat(clients.stream().mapToInt(FuzzClient::closedBefore).sum())
                    .as("connections that were closed though their client still used them")
                    .isLessThanOrEqualTo(1 + requests / 100_000);
            assertThat(server.defects()).isEmpty();
            assertThat(admin.get("/readyz").text()).isEqualTo("ok");
            // Pools are bounded; threads that were left behind would be as many as requests.
            assertThat(Thread.activeCount()).as("platform threads").isLessThan(threads + 60);
            // What was there before is the store's to keep; it is not what requests leave behind.
            store.compact(store.revision());
            assertThat(used()).as("bytes in use").isLessThan(MOST_BYTES_KEPT);
            assertThat(clients.stream().mapToInt(FuzzClient::sent).sum()).isGreaterThanOrEqualTo(requests - CLIENTS);
            assertThat(clients.stream().mapToInt(FuzzClient::accepted).sum())
                    .as("a good part must still make sense")
                    .isGreaterThan(requests / 10);
            assertEveryKindIsMet(targets, clients);
        }
    }

    /** Every kind is written at least once: a kind of which every seed is refused would not be fuzzed. */
    private static void assertEveryKindIsMet(List<FuzzTarget> targets, List<FuzzClient> clients) {
        var codes = new TreeMap<String, Integer>();
        for (var client : clients) client.codes().forEach((key, count) -> codes.merge(key, count, Integer::sum));
        assertThat(codes.keySet())
                .as("kinds that were created or answered")
                .containsAll(
                        targets.stream().map(target -> target.plural() + " 201").toList());
    }

    private static long used() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
