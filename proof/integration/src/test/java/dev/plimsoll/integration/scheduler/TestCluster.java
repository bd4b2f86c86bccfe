package dev.plimsoll.integration.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.integration.ReportedDefects;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** An API server in memory and schedulers of it, in this process. */
final class TestCluster implements AutoCloseable {
    private static final String TOKEN = "secret-token";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final MemoryStore store = new MemoryStore();
    final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final ApiServer server;
    final ApiClient client;
    private final List<Scheduler> schedulers = new ArrayList<>();

    TestCluster() {
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new dev.plimsoll.apiserver.ApiServerSettings(
                        "127.0.0.1",
                        0,
                        true,
                        Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                        FeatureGates.DEFAULT,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                defects::add);
        client = client(transport -> transport);
    }

    ApiClient client(UnaryOperator<Transport> between) {
        var time = Time.system();
        return ApiClient.over(
                between.apply(server.transport(TOKEN)), "integration/1", TokenBucket.unlimited(time), time);
    }

    Scheduler scheduler(SchedulerSettings settings) {
        return scheduler(settings, client, Time.system());
    }

    Scheduler scheduler(SchedulerSettings settings, ApiClient through, Time time) {
        var reporter = new ReportedDefects(told::add, defects::add);
        var scheduler = new Scheduler(through, settings, new ProgramContext(time, new Random(7), reporter));
        scheduler.start();
        schedulers.add(scheduler);
        return scheduler;
    }

    /** Ends the last scheduler in the middle of what it does. */
    void kill() {
        schedulers.removeLast().close();
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    ObjectNode node(String name, String allocatable) {
        var node = json("""
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"kubernetes.io/hostname":"%s"}}}""".formatted(name, name));
        var made = done(client.create(ApiResource.NODES, node));
        // A new node is tainted until somebody finds it ready.
        made.withObject("/spec").remove("taints");
        done(client.update(ApiResource.NODES, made));
        var status = json("{\"status\":{\"capacity\":{%s},\"allocatable\":{%s}}}".formatted(allocatable, allocatable));
        return done(client.patch(ApiResource.NODES.sub("status"), ObjectName.ofCluster(name), new Patch.Merge(status)));
    }

    static ObjectNode pod(String name, String cpu) {
        return json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},
                "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(name, cpu));
    }

    ObjectNode create(ObjectNode pod) {
        return done(client.create(ApiResource.PODS, pod));
    }

    /** Changes a stored pod without asking the server. */
    void rewrite(String pod, UnaryOperator<String> change) {
        var key = "/registry/pods/default/" + pod;
        if (!(store.get(key) instanceof Lookup.Found(var entry, var _)))
            throw new AssertionError(key + " is not there");
        var changed = change.apply(new String(entry.value(), StandardCharsets.UTF_8));
        assertThat(store.replace(key, changed.getBytes(StandardCharsets.UTF_8), entry.modRevision()))
                .isInstanceOf(WriteOutcome.Written.class);
    }

    ObjectNode get(String pod) {
        return done(client.get(ApiResource.PODS, new ObjectName("default", pod)));
    }

    List<ObjectNode> pods() {
        return client.list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    static <T> T done(dev.plimsoll.client.RequestResult<T> outcome) {
        return outcome.done().orElseThrow(() -> new AssertionError(outcome.problem()));
    }

    /** Waits for the pod, by a watch, to be as wanted. */
    ObjectNode await(String name, Predicate<JsonNode> wanted) throws IOException {
        return await(ApiResource.PODS, ObjectSelection.ALL.withFields("metadata.name=" + name), wanted);
    }

    ObjectNode await(ApiResource resource, ObjectSelection selection, Predicate<JsonNode> wanted) throws IOException {
        var list = client.list(resource, selection, Page.ALL).done().orElseThrow();
        for (var item : list.items()) if (wanted.test(item)) return item;
        var seen = new ArrayList<String>();
        try (var stream = client.watch(resource, selection, list.resourceVersion(), LONGEST)
                .done()
                .orElseThrow()) {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                var object = switch (event.get()) {
                    case WatchEvent.Added(var added) -> added;
                    case WatchEvent.Modified(var modified) -> modified;
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> null;
                };
                if (object == null) continue;
                seen.add(object.toString());
                if (wanted.test(object)) return object;
            }
        }
        throw new AssertionError("not seen within " + LONGEST + "; but " + seen + "; told " + told);
    }

    ObjectNode awaitBound(String name) throws IOException {
        return await(name, pod -> !pod.at("/spec/nodeName").asText().isEmpty());
    }

    /** Waits for what is said about a pod that has no node. */
    String awaitRefusal(String name) throws IOException {
        return condition(
                        await(
                                name,
                                pod -> !condition(pod, "PodScheduled")
                                        .path("message")
                                        .asText()
                                        .isEmpty()),
                        "PodScheduled")
                .path("message")
                .asText();
    }

    static JsonNode condition(JsonNode pod, String type) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return ClientJson.object();
    }

    @Override
    public void close() {
        for (var scheduler : schedulers) scheduler.close();
        server.close();
        store.close();
    }
}
