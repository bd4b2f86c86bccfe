package dev.plimsoll.integration.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.integration.ReportedDefects;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.store.memory.MemoryStore;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An API server, simulated nodes, a binder and controllers in this process. */
final class Cluster implements AutoCloseable {
    static final String TOKEN = "secret-token";

    private final MemoryStore store = new MemoryStore();
    private final Queue<String> defects = new ConcurrentLinkedQueue<>();
    private final Map<ApiResource, Observed> seen = new HashMap<>();
    private final ApiServer server;
    private final ApiClient client;
    private final NodeContext around;
    private final SimulatedNodes nodes;
    private final Binder binder;

    Cluster(Path folder, int count) {
        this(folder, count, FeatureGates.DEFAULT);
    }

    Cluster(Path folder, int count, FeatureGates gates) {
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        false,
                        Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                        gates,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                failure -> defects.add("server: " + failure));
        client = client(transport());
        var told = ReportedDefects.asTexts(defects::add);
        around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), told), client);
        var shapes = NodeShapes.of(
                "node", count, MachineNotation.literal("1s1n64c1t,memory=64Gi"), ResourceAmounts.EMPTY, 110, gates);
        nodes = SimulatedNodes.start(
                new SimulatedNodes.Plan(
                        shapes,
                        gates,
                        null,
                        name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                        new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                around,
                told);
        binder = new Binder(client, seen(ApiResource.PODS), count);
    }

    /** Of controllers: failures are retried, mistakes are kept for the end of the test. */
    Reporter reporter() {
        return ReportedDefects.asTexts(defects::add);
    }

    Controllers controllers() {
        return controllers(ControllerSettings.DEFAULT);
    }

    Controllers controllers(ControllerSettings settings) {
        return controllers(transport(), settings);
    }

    Controllers controllers(Transport transport, ControllerSettings settings) {
        return controllers(transport, settings, Time.system(), new PrometheusRegistry());
    }

    Controllers controllers(Transport transport, ControllerSettings settings, Time time, PrometheusRegistry registry) {
        var context = new ProgramContext(time, new Random(3), reporter(), registry);
        var controllers = new Controllers(transport, settings, context);
        controllers.start();
        return controllers;
    }

    ApiServer server() {
        return server;
    }

    Transport transport() {
        return server.transport(TOKEN);
    }

    ApiClient client() {
        return client;
    }

    static ApiClient client(Transport transport) {
        return ApiClient.over(transport, "integration/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    /** A watch of a resource, for tests that wait. */
    synchronized Observed seen(ApiResource resource) {
        return seen.computeIfAbsent(resource, each -> new Observed(client, each));
    }

    ObjectNode create(ApiResource resource, String json) {
        var document = json(json);
        if (resource.namespaced() && !document.path("metadata").has("namespace")) {
            document.withObject("/metadata").put("namespace", "default");
        }
        return done(client.create(resource, document));
    }

    ObjectNode merge(ApiResource resource, String name, String json) {
        return done(client.patch(resource, named(resource, name), new Patch.Merge(json(json))));
    }

    ObjectNode get(ApiResource resource, String name) {
        return done(client.get(resource, named(resource, name)));
    }

    static ObjectName named(ApiResource resource, String name) {
        return resource.namespaced() ? new ObjectName("default", name) : ObjectName.ofCluster(name);
    }

    static ObjectNode done(RequestResult<ObjectNode> outcome) {
        if (outcome instanceof RequestResult.Done<ObjectNode>(var object)) return object;
        throw new AssertionError(outcome.problem());
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new AssertionError("no JSON: " + text));
    }

    static String text(JsonNode node, String pointer) {
        return node.at(pointer).asText();
    }

    static boolean isNamed(JsonNode object, String name) {
        return text(object, "/metadata/name").equals(name);
    }

    List<String> defects() {
        return List.copyOf(defects);
    }

    @Override
    public void close() {
        binder.close();
        seen.values().forEach(Observed::close);
        nodes.close();
        around.close();
        server.close();
        store.close();
    }
}
