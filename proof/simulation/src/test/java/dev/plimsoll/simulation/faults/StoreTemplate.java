package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.Entry;
import io.prometheus.metrics.core.util.Scheduler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What every cluster begins with: what an API server makes by itself, and what an administrator added. Made once. */
final class StoreTemplate {
    /** A namespace with a quota. */
    static final String LIMITED = "limited";

    static final int MOST_PODS = 5;
    private static @Nullable List<Entry> entries;

    private StoreTemplate() {}

    /** Made by the first who asks, without a lock: a thread that carries others must not hold one. */
    static List<Entry> entries() {
        var known = entries;
        if (known == null) {
            known = made();
            entries = known;
        }
        return known;
    }

    private static List<Entry> made() {
        quiet();
        var store = new SharedStore(List.of());
        var threads = new SimulatedThreads(new SplittableRandom(1), problem -> {
            throw new IllegalStateException(problem);
        });
        var faults = new Faults(new SplittableRandom(1), FaultSelection.ALL.most(0), _ -> {});
        var ids = new long[1];
        var server = new ServerProcess(
                "template",
                threads,
                store,
                faults,
                () -> new UUID(0, ids[0]++).toString(), // clusters use their seed, which is at least 1
                1,
                BuiltInMistake.NONE,
                new WebhookNetwork(faults, BuiltInMistake.NONE));
        server.start();
        while (threads.runOne()) {}
        var admin = threads.process("admin");
        var time = admin.time();
        var client = ApiClient.over(
                new FaultyTransport(
                        admin, new User("admin", "", List.of(User.MASTERS)), List.of(server), faults, Silent.INSTANCE),
                "kubectl/plimsoll",
                TokenBucket.unlimited(time),
                time);
        var done = new boolean[1];
        admin.start("main", () -> {
            add(client);
            done[0] = true;
        });
        while (threads.runOne()) {}
        if (!done[0]) throw new IllegalStateException("the first objects cannot be made");
        server.kill();
        admin.kill();
        return List.copyOf(store.all(""));
    }

    /** The library of metrics has a thread of its own. It waits for the first of its tasks from now on, and does not take part in races. */
    @SuppressWarnings({"ThreadPriorityCheck", "FutureReturnValueIgnored"}) // it has no other door
    private static void quiet() {
        var thread = new AtomicReference<Thread>();
        Scheduler.schedule(() -> thread.set(Thread.currentThread()), 0, TimeUnit.SECONDS);
        Scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        for (var i = 0; i < 1_000_000; i++) {
            var known = thread.get();
            if (known != null && known.getState() == Thread.State.TIMED_WAITING) return;
            Thread.yield();
        }
    }

    private static void add(ApiClient client) {
        var namespace = ClientJson.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", LIMITED);
        must(client.create(ApiResource.NAMESPACES, namespace));
        var quota = ClientJson.object().put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("name", "quota").put("namespace", LIMITED);
        quota.putObject("spec").putObject("hard").put("pods", MOST_PODS);
        must(client.create(new ApiResource("", "v1", "resourcequotas", "ResourceQuota", true, ""), quota));
        for (var value : new int[] {100, 200}) {
            var priority = ClientJson.object()
                    .put("apiVersion", "scheduling.k8s.io/v1")
                    .put("kind", "PriorityClass")
                    .put("value", value);
            priority.putObject("metadata").put("name", "p" + value);
            must(client.create(
                    new ApiResource("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false, ""),
                    priority));
        }
    }

    private static void must(RequestResult<ObjectNode> result) {
        if (!(result instanceof RequestResult.Done<ObjectNode>)) throw new IllegalStateException(result.problem());
    }

    /** The same with a quota that nobody keeps. */
    static List<Entry> withLargerQuota() {
        return entries().stream()
                .map(entry -> entry.key().startsWith("/registry/resourcequotas/")
                        ? new Entry(
                                entry.key(),
                                new String(entry.value(), StandardCharsets.UTF_8)
                                        .replace("\"pods\":\"" + MOST_PODS + "\"", "\"pods\":\"50\"")
                                        .getBytes(StandardCharsets.UTF_8),
                                entry.modRevision())
                        : entry)
                .toList();
    }

    /** Priorities by their class, as the API server wants them, and no overhead without a class for it. */
    static ObjectNode admissible(ObjectNode pod) {
        if (!(pod.path("spec") instanceof ObjectNode spec)) return pod;
        spec.remove("overhead");
        var priority = spec.path("priority").asLong();
        spec.remove("priority");
        if (priority > 1000) spec.put("priorityClassName", "system-node-critical");
        else if (priority > 0) spec.put("priorityClassName", "p" + priority);
        return pod;
    }

    private enum Silent implements FaultyTransport.ReplyWitness {
        INSTANCE;

        @Override
        public void answered(String process, ClientRequest request, Reply reply) {}

        @Override
        public FaultyStream.WatchedLines watches(String process, ClientRequest request) {
            return _ -> {};
        }

        @Override
        public BuiltInMistake mistake() {
            return BuiltInMistake.NONE;
        }
    }
}
