package dev.plimsoll.nodeagent.simulated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectList;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.client.cache.Index;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.state.Actuated;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.NodeDuties;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeLabels;
import dev.plimsoll.nodeagent.api.PodFeed;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import dev.plimsoll.nodeagent.loop.Timers;
import dev.plimsoll.nodeagent.metrics.MeteredRuntime;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Any number of simulated nodes in one process. They share one watch of all pods, timers and threads. */
public final class SimulatedNodes implements AutoCloseable {
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int PAGE = 500;
    private static final Index<Pod> BY_NODE = new Index<>("node", SimulatedNodes::nodeOf);

    private final Surroundings around;
    private final Map<String, NodeAgent> agents = new LinkedHashMap<>();
    private final Map<String, SimulatedRuntime> runtimes = new HashMap<>();
    private final NodeDuties duties;
    private final Reflector<Pod> reflector;
    private final Cache<Pod> cache;
    private final Reflector<Map<String, String>> labels;
    private @Nullable Thread thread;
    private @Nullable Thread labelsThread;
    private Timers.@Nullable Wish ticking;

    private SimulatedNodes(Surroundings around, ApiClient client, Observer observer) {
        this.around = around;
        this.duties = new NodeDuties(around);
        this.cache = new Cache<>(SimulatedNodes::view, List.of(BY_NODE), observer);
        this.reflector = new Reflector<>(
                client, ApiResource.PODS, Selection.ALL, cache, observer, around.time(), around.random());
        var labelsByNode = new Cache<Map<String, String>>(NodeLabels::decode, List.of(), observer);
        labelsByNode.subscribe(new NodeLabels(agents::get, around.time()::instant));
        this.labels = new Reflector<>(
                client, ApiResource.NODES, Selection.ALL, labelsByNode, observer, around.time(), around.random());
    }

    /**
     * What the nodes are.
     *
     * @param pinning null where no node pins anything
     * @param checkpoints where each node keeps what must survive, by its name
     * @param evictionHard how much memory must be available
     */
    public record Plan(
            List<NodeShape> shapes,
            FeatureGates gates,
            @Nullable Pinning pinning,
            Function<String, Checkpoints> checkpoints,
            NodeDocument.Versions versions,
            MemoryThreshold evictionHard) {
        public Plan {
            shapes = List.copyOf(shapes);
        }

        /** With the usual threshold for eviction. */
        public Plan(
                List<NodeShape> shapes,
                FeatureGates gates,
                @Nullable Pinning pinning,
                Function<String, Checkpoints> checkpoints,
                NodeDocument.Versions versions) {
            this(shapes, gates, pinning, checkpoints, versions, MemoryThreshold.usual());
        }

        public Plan evictingBelow(MemoryThreshold threshold) {
            return new Plan(shapes, gates, pinning, checkpoints, versions, threshold);
        }
    }

    private static Set<String> nodeOf(Pod pod) {
        var node = pod.spec().placement().nodeName();
        return node.isEmpty() ? Set.of() : Set.of(node);
    }

    private static Decoder.Decoded<Pod> view(ObjectNode document) {
        return switch (PodReader.read(document)) {
            case Read.Ok<Pod>(var pod) -> new Decoder.Decoded.View<>(pod);
            case Read.Malformed<Pod>(var problems) -> new Decoder.Decoded.Unreadable<>(problems.toString());
        };
    }

    /** Registers the nodes, takes up what ran before, and follows the pods. */
    public static SimulatedNodes start(Plan plan, Surroundings around, Observer observer) {
        return start(List.of(plan), around, observer);
    }

    /** The same for nodes of several kinds. */
    public static SimulatedNodes start(List<Plan> plans, Surroundings around, Observer observer) {
        return start(plans, around, observer, UsageFeed.WINDOW);
    }

    /** The same, with use told once in so long for each node. */
    public static SimulatedNodes start(List<Plan> plans, Surroundings around, Observer observer, Duration usageWindow) {
        var nodes = new SimulatedNodes(around, around.client(), observer);
        var documents = nodes.documentsByNode(plans);
        var index = 0;
        for (var plan : plans) {
            var machine = NodeMachine.under(plan.gates(), plan.pinning());
            var added = new ArrayList<NodeAgent>();
            for (var shape : plan.shapes()) {
                added.add(nodes.add(shape, plan, machine, index++, documents.getOrDefault(shape.name(), List.of())));
            }
            nodes.duties.add(added, plan.gates(), plan.evictionHard(), plan.versions());
        }
        nodes.run(usageWindow);
        return nodes;
    }

    /** What the API holds of the nodes' pods before they start: empty on a fresh cluster. */
    private Map<String, List<ObjectNode>> documentsByNode(List<Plan> plans) {
        var names = new java.util.HashSet<String>();
        for (var plan : plans) plan.shapes().forEach(shape -> names.add(shape.name()));
        var documents = new HashMap<String, List<ObjectNode>>();
        switch (around.client().listAll(ApiResource.PODS, Selection.ALL, PAGE)) {
            case Outcome.Done<ObjectList>(var list) -> {
                for (var pod : list.items()) {
                    var node = pod.path("spec").path("nodeName").asText();
                    if (names.contains(node))
                        documents.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
                }
            }
            case Outcome.NotFound<ObjectList> _,
                    Outcome.Conflict<ObjectList> _,
                    Outcome.Refused<ObjectList> _,
                    Outcome.Unreachable<ObjectList> _ ->
                throw new IllegalStateException("the pods of the cluster cannot be listed");
        }
        return documents;
    }

    private NodeAgent add(NodeShape shape, Plan plan, NodeMachine machine, int index, List<ObjectNode> pods) {
        var runtime = new SimulatedRuntime(
                index, around.time()::instant, () -> UUID.randomUUID().toString());
        var checkpoints = plan.checkpoints().apply(shape.name());
        if (!pods.isEmpty()) restore(runtime, shape, plan, checkpoints, pods);
        var metered = new MeteredRuntime(runtime, around.metrics().operations(), around.time()::nanos);
        var agent = new NodeAgent(shape, machine, metered, checkpoints, around);
        agents.put(shape.name(), agent);
        runtimes.put(shape.name(), runtime);
        agent.start();
        cache.subscribe(BY_NODE, shape.name(), new PodFeed(agent::tell, around.time()::instant));
        return agent;
    }

    private static void restore(
            SimulatedRuntime runtime, NodeShape shape, Plan plan, Checkpoints checkpoints, List<ObjectNode> pods) {
        var survivors =
                new Survivors(CgroupValues.under(plan.gates()), shape.facts().memory());
        var actuated = checkpoints.load().actuated().pods();
        for (var pod : pods) {
            var entry = actuated.get(pod.path("metadata").path("uid").asText());
            survivors
                    .of(pod, entry == null ? Actuated.NOTHING : entry.actuated())
                    .ifPresent(runtime::restore);
        }
    }

    private void run(Duration usageWindow) {
        thread = Thread.ofVirtual().name("plimsoll-pods").start(reflector);
        labelsThread = Thread.ofVirtual().name("plimsoll-node-labels").start(labels);
        duties.start(usageWindow);
        ticking = around.timers()
                .every(
                        TICK,
                        TICK,
                        () -> around.executor().execute(() -> runtimes.values().forEach(SimulatedRuntime::tick)));
    }

    public Map<String, NodeAgent> agents() {
        return Map.copyOf(agents);
    }

    /** The runtime of a node, to make things go wrong in it. */
    public SimulatedRuntime runtime(String node) {
        var runtime = runtimes.get(node);
        if (runtime == null) throw new IllegalArgumentException("there is no node " + node);
        return runtime;
    }

    @Override
    public void close() {
        if (ticking != null) ticking.cancel();
        duties.close();
        reflector.close();
        labels.close();
        if (thread != null) thread.interrupt();
        if (labelsThread != null) labelsThread.interrupt();
        agents.values().forEach(NodeAgent::close);
    }
}
