package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * API server, scheduler and a node of 8 CPUs and 32Gi, each with feature gates of its own. All can be replaced by others with other
 * gates, on the same store and the same files: an upgrade, or a rollback.
 */
@SuppressWarnings("NullAway.Init") // replace() fills the fields
final class GatedCluster implements AutoCloseable {
    static final String NODE = "node-0";
    private static final String TOKEN = "secret-token";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Path folder;
    private final MemoryStore store = new MemoryStore();
    private final Queue<String> defects = new ConcurrentLinkedQueue<>();
    /** How what runs is ended, the last that was started first. */
    private final Deque<Runnable> ends = new ArrayDeque<>();

    private ApiServer server;
    ApiClient client;

    GatedCluster(Path folder) {
        this.folder = folder;
    }

    /** Ends whatever runs and starts what is wanted; without gates there is no scheduler, or no node. */
    void replace(FeatureGates ofServer, @Nullable FeatureGates ofScheduler, @Nullable FeatureGates ofNode) {
        end();
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        true,
                        Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                        ofServer,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                problem -> defects.add(problem.toString()));
        ends.push(server::close);
        client = client();
        if (ofScheduler != null) schedule(ofScheduler);
        if (ofNode != null) run(ofNode);
    }

    private ApiClient client() {
        return ApiClient.over(
                server.transport(TOKEN), "integration/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    private void schedule(FeatureGates gates) {
        var scheduler = new Scheduler(
                client(),
                dev.plimsoll.scheduler.SchedulerSettings.ALONE.withGates(gates),
                new ProgramContext(Time.system(), new Random(7), ReportedDefects.asTexts(defects::add)));
        ends.push(scheduler::close);
        scheduler.start();
    }

    private void run(FeatureGates gates) {
        var told = ReportedDefects.asTexts(defects::add);
        var around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), told), client());
        ends.push(around::close);
        var shapes = NodeShapes.of(
                "node", 1, MachineNotation.literal("1s1n8c1t,memory=32Gi"), ResourceAmounts.EMPTY, 110, gates);
        var nodes = SimulatedNodes.start(
                new SimulatedNodes.Plan(
                        shapes,
                        gates,
                        null,
                        name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                        new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                around,
                told);
        ends.push(nodes::close);
    }

    /** Nobody here finds nodes ready, so that pods tolerate one that is not. */
    ObjectNode create(String name, String spec) {
        var pod = Server.json(PodJson.pod(name, spec));
        ((ObjectNode) pod.path("spec")).putArray("tolerations").addObject().put("operator", "Exists");
        return create(ApiResource.PODS, pod);
    }

    ObjectNode create(ApiResource resource, ObjectNode object) {
        var made = client.create(resource, object);
        return made.done().orElseThrow(() -> new AssertionError(made.problem()));
    }

    void delete(String name) throws IOException {
        assertThat(client.delete(ApiResource.PODS, named(name), DeleteOptions.DEFAULT)
                        .problem())
                .isEmpty();
        var gone = ObjectSelection.inNamespace("default").withFields("metadata.name=" + name);
        var list = client.list(ApiResource.PODS, gone, Page.ALL).done().orElseThrow();
        if (list.items().isEmpty()) return;
        try (var watch = client.watch(ApiResource.PODS, gone, list.resourceVersion(), LONGEST)
                .done()
                .orElseThrow()) {
            for (var event = watch.next(); event.isPresent(); event = watch.next())
                if (event.get() instanceof WatchEvent.Deleted) return;
        }
        throw new AssertionError(name + " is still there");
    }

    static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    ObjectNode get(String name) {
        return client.get(ApiResource.PODS, named(name)).done().orElseThrow();
    }

    ObjectNode patchStatus(ApiResource resource, ObjectName name, String status) {
        var done =
                client.patch(resource.sub("status"), name, new Patch.Merge(Server.json("{\"status\":" + status + "}")));
        return done.done().orElseThrow(() -> new AssertionError(done.problem()));
    }

    ObjectNode awaitRunning(String name) throws IOException {
        return await(
                name,
                "running",
                pod -> pod.at("/status/phase").asText().equals("Running")
                        && pod.at("/status/containerStatuses/0/state").has("running"));
    }

    ObjectNode await(String name, String what, Predicate<JsonNode> wanted) throws IOException {
        return await(ApiResource.PODS, name, what, wanted);
    }

    ObjectNode await(ApiResource resource, String name, String what, Predicate<JsonNode> wanted) throws IOException {
        var selection = ObjectSelection.ALL.withFields("metadata.name=" + name);
        var list = client.list(resource, selection, Page.ALL).done().orElseThrow();
        for (var item : list.items()) if (wanted.test(item)) return item;
        JsonNode last = Server.json("{}");
        try (var watch = client.watch(resource, selection, list.resourceVersion(), LONGEST)
                .done()
                .orElseThrow()) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                var object = switch (event.get()) {
                    case WatchEvent.Added(var added) -> added;
                    case WatchEvent.Modified(var modified) -> modified;
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> null;
                };
                if (object == null) continue;
                if (wanted.test(object)) return object;
                last = object;
            }
        }
        throw new AssertionError(name + " is not " + what + ": " + last + " of " + list.items());
    }

    private void end() {
        while (!ends.isEmpty()) ends.pop().run();
    }

    @Override
    public void close() {
        end();
        store.close();
        assertThat(defects).isEmpty();
    }
}
