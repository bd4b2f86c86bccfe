package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An API server and one simulated node of 8 CPUs and 32Gi, whose agent and whose process can end and start again. */
final class SimulatedCluster implements AutoCloseable {
    static final String NODE = "node-0";

    private final Path folder;
    private FeatureGates gates;
    private @Nullable ResourceManagers resourceManagers;
    private final UnaryOperator<NodeResources> resources;
    final Server server;
    final ApiClient client;
    final Observed pods;
    final Observed events;
    private final AtomicBoolean checkpointsAreLost = new AtomicBoolean();
    private final AtomicBoolean isCutOff = new AtomicBoolean();
    private final Queue<String> defects = new ConcurrentLinkedQueue<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private PrometheusRegistry registry = new PrometheusRegistry();
    private @Nullable NodeContext around;
    private @Nullable SimulatedNodes nodes;

    SimulatedCluster(Path folder) {
        this(folder, FeatureGates.DEFAULT);
    }

    SimulatedCluster(Path folder, FeatureGates gates) {
        this(folder, gates, null);
    }

    SimulatedCluster(Path folder, FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        this(folder, gates, resourceManagers, same -> same);
    }

    /** With other settings of the node. Pods that it has from files are in {@link #manifests()}. */
    static SimulatedCluster with(Path folder, FeatureGates gates, UnaryOperator<NodeResources> resources) {
        return new SimulatedCluster(folder, gates, null, resources);
    }

    private SimulatedCluster(
            Path folder,
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            UnaryOperator<NodeResources> resources) {
        this.folder = folder;
        this.gates = gates;
        this.resourceManagers = resourceManagers;
        this.resources = resources;
        // Gates of the node may be switched off one by one; those that are on by request are so everywhere.
        this.server = new Server(
                gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES)
                                || gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION)
                        ? gates
                        : FeatureGates.DEFAULT);
        this.client = server.inProcess();
        this.pods = new Observed(server.inProcess(), ApiResource.PODS);
        this.events = new Observed(server.inProcess(), ApiResource.EVENTS);
        start();
    }

    /** Ends the process and starts one with other gates. */
    void restart(FeatureGates changed) {
        stop();
        start(changed);
    }

    /** A new process with other gates on what the last one left. */
    void start(FeatureGates changed) {
        gates = changed;
        start();
    }

    /** A new process with other settings on what the last one left. */
    void start(FeatureGates otherGates, @Nullable ResourceManagers otherPinning) {
        gates = otherGates;
        resourceManagers = otherPinning;
        start();
    }

    /** Where a checkpoint of the node is. */
    Path file(String name) {
        return folder.resolve(NODE).resolve(name);
    }

    /** What nodes have told people on their way, the newest last. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** A new process on what the last one left. */
    void start() {
        var told = new ReportedDefects(problems::add, exception -> defects.add(exception.toString()));
        registry = new PrometheusRegistry();
        var severable = server.inProcess(inner -> new SeverableTransport(inner, isCutOff));
        around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), told, registry), severable);
        var machine =
                resourceManagers == null ? MachineNotation.literal("1s1n8c1t,memory=32Gi") : resourceManagers.machine();
        var each = resources.apply(NodeResources.of(machine));
        var shapes = NodeShapes.of("node", 1, each, gates);
        nodes = SimulatedNodes.start(
                new SimulatedNodes.Plan(
                                shapes,
                                gates,
                                resourceManagers,
                                this::checkpoints,
                                new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot"),
                                each.evictionHard())
                        .withManifests(manifests()),
                around,
                told);
    }

    /** A folder of static pods; nobody has made it. */
    Path manifests() {
        return folder.resolve("manifests");
    }

    /** As if the process had died. */
    void stop() {
        if (nodes != null) nodes.close();
        if (around != null) around.close();
        nodes = null;
        around = null;
    }

    SimulatedNodes nodes() {
        if (nodes == null) throw new IllegalStateException("stopped");
        return nodes;
    }

    /** Whether requests of the node reach the server; watches that are open go on. */
    void cutOff(boolean yes) {
        isCutOff.set(yes);
    }

    /** Whatever the node had written down is gone when its agent starts the next time. */
    void loseCheckpoints() {
        checkpointsAreLost.set(true);
    }

    /** Files that can be lost. */
    private NodeCheckpoints checkpoints(String name) {
        var files = new FileCheckpoints(folder.resolve(name), InstantSource.system());
        return new NodeCheckpoints() {
            @Override
            public Loaded load() {
                return checkpointsAreLost.getAndSet(false) ? Loaded.NOTHING : files.load();
            }

            @Override
            public void save(Checkpoint.OfAllocated content) throws IOException {
                files.save(content);
            }

            @Override
            public void save(Checkpoint.OfActuated content) throws IOException {
                files.save(content);
            }

            @Override
            public void save(StoredCpus cpus, StoredMemory memory) throws IOException {
                files.save(cpus, memory);
            }
        };
    }

    static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    /** @param simulation names and values of annotations: {@code memory.c}, {@code constant 1Gi} */
    void create(String name, String spec, String... simulation) {
        var pod = Server.json(
                "{\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"default\"},\"spec\":" + spec + "}");
        ((ObjectNode) pod.path("spec")).put("nodeName", NODE);
        var annotations = ((ObjectNode) pod.path("metadata")).putObject("annotations");
        for (var i = 0; i < simulation.length; i += 2)
            annotations.put("simulation.plimsoll.dev/" + simulation[i], simulation[i + 1]);
        assertThat(client.create(ApiResource.PODS, pod).problem()).isEmpty();
    }

    ObjectNode run(String name, String spec, String... simulation) throws InterruptedException {
        create(name, spec, simulation);
        return awaitReady(name);
    }

    void resize(String name, String spec) {
        RegisteredNode.await(client, NODE);
        var patch = new Patch.Strategic(Server.json("{\"spec\":" + spec + "}"));
        assertThat(client.patch(ApiResource.PODS.sub("resize"), named(name), patch)
                        .problem())
                .isEmpty();
    }

    void annotate(String name, String key, String value) {
        var patch = Server.json("{}");
        patch.putObject("metadata").putObject("annotations").put("simulation.plimsoll.dev/" + key, value);
        assertThat(client.patch(ApiResource.PODS, named(name), new Patch.Merge(patch))
                        .problem())
                .isEmpty();
    }

    ObjectNode get(String name) {
        return client.get(ApiResource.PODS, named(name)).done().orElseThrow();
    }

    ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        return pods.await(what, pod -> pod.at("/metadata/name").asText().equals(name) && wanted.test(pod));
    }

    /** The same, of versions that are newer than one that was answered: the watch may be behind it. */
    ObjectNode awaitAfter(ObjectNode answered, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        var version = version(answered);
        return await(answered.at("/metadata/name").asText(), what, pod -> version(pod) > version && wanted.test(pod));
    }

    private static long version(ObjectNode pod) {
        return pod.at("/metadata/resourceVersion").asLong();
    }

    ObjectNode awaitReady(String name) throws InterruptedException {
        return await(
                name,
                "ready",
                pod -> condition(pod, "Ready").path("status").asText().equals("True"));
    }

    /** Until nothing of a resize is left to do. */
    ObjectNode awaitResized(String name, long generation) throws InterruptedException {
        return await(
                name,
                "resized",
                pod -> pod.at("/status/observedGeneration").asLong() >= generation
                        && condition(pod, "PodResizeInProgress").isMissingNode()
                        && condition(pod, "PodResizePending").isMissingNode());
    }

    static JsonNode condition(JsonNode pod, String type) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return pod.path("none");
    }

    ObjectNode awaitEvent(String reason, Predicate<ObjectNode> wanted) throws InterruptedException {
        return events.await(
                "event " + reason, event -> event.path("reason").asText().equals(reason) && wanted.test(event));
    }

    /** The generation that an event of a resize is about. */
    static long generation(ObjectNode event) {
        var message = event.path("message").asText();
        var at = message.indexOf("\"generation\":") + "\"generation\":".length();
        return Long.parseLong(message.substring(at).replaceAll("[^0-9].*", ""));
    }

    /** The generations that were told to be completed, each as often as it was told. */
    List<Long> completions() {
        return client
                .listAll(ApiResource.EVENTS, ObjectSelection.inNamespace("default"), 500)
                .done()
                .orElseThrow()
                .items()
                .stream()
                .filter(event -> event.path("reason").asText().equals("ResizeCompleted"))
                .flatMap(event ->
                        Collections.nCopies(Math.max(1, event.path("count").asInt(1)), generation(event)).stream())
                .sorted()
                .toList();
    }

    /** The values of a gauge by its labels; those that are zero are left out. */
    Map<String, Double> gauge(String name) {
        var values = new TreeMap<String, Double>();
        for (var snapshot : registry.scrape(name::equals)) {
            if (!(snapshot instanceof GaugeSnapshot gauge)) continue;
            for (var point : gauge.getDataPoints()) {
                var labels = new TreeMap<String, String>();
                point.getLabels().forEach(label -> labels.put(label.getName(), label.getValue()));
                if (point.getValue() != 0) values.put(labels.toString(), point.getValue());
            }
        }
        return values;
    }

    @Override
    public void close() {
        stop();
        pods.close();
        events.close();
        server.close();
        assertThat(server.defects).isEmpty();
        assertThat(defects).isEmpty();
    }
}
