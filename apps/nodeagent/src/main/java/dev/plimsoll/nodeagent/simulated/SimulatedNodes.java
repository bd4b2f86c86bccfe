package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.ApiPod;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeLabels;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.duties.NodeDuties;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.network.SimulatedNetwork;
import dev.plimsoll.nodeagent.simulated.network.WatchedServices;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.runtime.Timers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Any number of simulated nodes in one process. They share one watch of all pods, timers and threads. A node that is alone watches no
 * more than its own pods and itself, so that it can do with what a node may read.
 */
public final class SimulatedNodes implements AutoCloseable {
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int PAGE = 500;
    private static final CacheIndex<ApiPod> BY_NODE = new CacheIndex<>("node", SimulatedNodes::nodeOf);

    private final NodeContext around;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    /** Of the nodes that run at this time. */
    private final Map<String, NodeAgent> agents = new ConcurrentHashMap<>();

    private final NodeDuties duties;
    private final WatchedServices services;
    private final SimulatedNetwork network;
    private final Reflector<ApiPod> reflector;
    private final Cache<ApiPod> cache;
    /** Null where no page shows them: there may be very many. */
    private final @Nullable NodePodDocuments documents;

    private final Cache<Map<String, String>> labelsByNode;
    private final Reflector<Map<String, String>> labels;
    private @Nullable Thread thread;
    private @Nullable Thread labelsThread;
    private Timers.@Nullable ScheduledTask ticking;

    private SimulatedNodes(
            NodeContext around, ApiClient client, List<String> names, boolean keepsDocuments, Observer observer) {
        this.around = around;
        this.duties = new NodeDuties(around);
        this.services = new WatchedServices(client, around.time(), around.random(), observer);
        this.network = new SimulatedNetwork(services, around.time(), around.random());
        this.documents = keepsDocuments ? new NodePodDocuments() : null;
        this.cache = new Cache<>(documents == null ? ApiPod::decode : documents, List.of(BY_NODE), observer);
        if (documents != null) cache.subscribe(documents);
        this.reflector = new Reflector<>(
                client, ApiResource.PODS, podsOf(names), cache, observer, around.time(), around.random());
        this.labelsByNode = new Cache<>(NodeLabels::decode, List.of(), observer);
        labelsByNode.subscribe(new NodeLabels(this::inbox, around.time()::instant));
        var themselves = names.size() == 1
                ? ObjectSelection.ALL.withFields("metadata.name=" + names.getFirst())
                : ObjectSelection.ALL;
        this.labels = new Reflector<>(
                client, ApiResource.NODES, themselves, labelsByNode, observer, around.time(), around.random());
    }

    private @Nullable Consumer<NodeEvent> inbox(String node) {
        var agent = agents.get(node);
        return agent == null ? null : agent::tell;
    }

    private static ObjectSelection podsOf(List<String> names) {
        return names.size() == 1
                ? ObjectSelection.ALL.withFields("spec.nodeName=" + names.getFirst())
                : ObjectSelection.ALL;
    }

    /**
     * What the nodes are.
     *
     * @param resourceManagers null where no node pins anything
     * @param checkpoints where each node keeps what must survive, by its name
     * @param evictionHard how much must be available
     * @param staticPods where each node has pods from that it runs by itself
     * @param containerRules what containers do, beside what their pods say
     */
    public record Plan(
            List<NodeShape> shapes,
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            Function<String, NodeCheckpoints> checkpoints,
            NodeDocument.Versions versions,
            EvictionHard evictionHard,
            StaticPodSources staticPods,
            ContainerRuleSet containerRules) {
        public Plan {
            shapes = List.copyOf(shapes);
        }

        /** Without rules for containers. */
        public Plan(
                List<NodeShape> shapes,
                FeatureGates gates,
                @Nullable ResourceManagers resourceManagers,
                Function<String, NodeCheckpoints> checkpoints,
                NodeDocument.Versions versions,
                EvictionHard evictionHard,
                StaticPodSources staticPods) {
            this(
                    shapes,
                    gates,
                    resourceManagers,
                    checkpoints,
                    versions,
                    evictionHard,
                    staticPods,
                    ContainerRuleSet.NONE);
        }

        /** Without pods from files. */
        public Plan(
                List<NodeShape> shapes,
                FeatureGates gates,
                @Nullable ResourceManagers resourceManagers,
                Function<String, NodeCheckpoints> checkpoints,
                NodeDocument.Versions versions,
                EvictionHard evictionHard) {
            this(shapes, gates, resourceManagers, checkpoints, versions, evictionHard, StaticPodSources.NONE);
        }

        /** With the usual threshold for eviction. */
        public Plan(
                List<NodeShape> shapes,
                FeatureGates gates,
                @Nullable ResourceManagers resourceManagers,
                Function<String, NodeCheckpoints> checkpoints,
                NodeDocument.Versions versions) {
            this(shapes, gates, resourceManagers, checkpoints, versions, EvictionHard.DEFAULT);
        }

        /** With the pods that are in a folder, on each node. */
        public Plan withManifests(@Nullable Path folderOrNull) {
            return withStaticPods(StaticPodSources.of(folderOrNull));
        }

        public Plan withStaticPods(StaticPodSources sources) {
            return new Plan(
                    shapes, gates, resourceManagers, checkpoints, versions, evictionHard, sources, containerRules);
        }

        public Plan withContainerRules(ContainerRuleSet rules) {
            return new Plan(shapes, gates, resourceManagers, checkpoints, versions, evictionHard, staticPods, rules);
        }

        public Plan evictingBelow(EvictionHard threshold) {
            return new Plan(
                    shapes, gates, resourceManagers, checkpoints, versions, threshold, staticPods, containerRules);
        }
    }

    private static Set<String> nodeOf(ApiPod seen) {
        var node = seen.pod().spec().placement().nodeName();
        return node.isEmpty() ? Set.of() : Set.of(node);
    }

    /** Registers the nodes, takes up what ran before, and follows the pods. */
    public static SimulatedNodes start(Plan plan, NodeContext around, Observer observer) {
        return start(List.of(plan), around, observer);
    }

    /** The same for nodes of several kinds. */
    public static SimulatedNodes start(List<Plan> plans, NodeContext around, Observer observer) {
        return start(plans, around, observer, UsageFeed.WINDOW);
    }

    /** The same, with use told once in so long for each node. */
    public static SimulatedNodes start(List<Plan> plans, NodeContext around, Observer observer, Duration usageWindow) {
        var names = plans.stream()
                .flatMap(plan -> plan.shapes().stream())
                .map(NodeShape::name)
                .toList();
        var keepsDocuments = plans.stream().anyMatch(plan -> plan.gates().isOn(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT));
        var nodes = new SimulatedNodes(around, around.client(), names, keepsDocuments, observer);
        var pods = nodes.podsByNode(names);
        var index = 0;
        for (var plan : plans) {
            var machine = NodeMachine.under(plan.gates(), plan.resourceManagers());
            var added = new ArrayList<NodeAgent>();
            for (var shape : plan.shapes()) {
                nodes.add(shape, plan, machine, index++, pods.getOrDefault(shape.name(), List.of()))
                        .ifPresent(added::add);
            }
            nodes.duties.add(added, plan.gates(), plan.evictionHard(), plan.versions());
        }
        nodes.run(usageWindow);
        return nodes;
    }

    /** What the API holds of the nodes' pods before they start: empty on a fresh cluster. */
    private Map<String, List<PodObject>> podsByNode(List<String> names) {
        var known = Set.copyOf(names);
        var pods = new HashMap<String, List<PodObject>>();
        var listed = around.client().listAll(ApiResource.PODS, podsOf(names), PAGE);
        switch (listed) {
            case RequestResult.Done<ResourceList>(var list) -> {
                for (var document : list.items()) {
                    var pod = PodObject.KIND.of(document);
                    if (known.contains(pod.nodeName()))
                        pods.computeIfAbsent(pod.nodeName(), _ -> new ArrayList<>())
                                .add(pod);
                }
            }
            case RequestResult.NotFound<ResourceList> _,
                    RequestResult.Conflict<ResourceList> _,
                    RequestResult.Refused<ResourceList> _,
                    RequestResult.Unreachable<ResourceList> _ ->
                throw new IllegalStateException("the pods of the cluster cannot be listed: " + listed.problem());
        }
        return pods;
    }

    private Optional<NodeAgent> add(NodeShape shape, Plan plan, NodeMachine machine, int index, List<PodObject> pods) {
        var runtime = new SimulatedRuntime(
                index, around.time(), () -> UUID.randomUUID().toString());
        var checkpoints = plan.checkpoints().apply(shape.name());
        var loaded = checkpoints.load();
        runtime.rules(plan.containerRules());
        runtime.join(network, shape.address());
        if (!pods.isEmpty()) restore(runtime, shape, plan, loaded, pods);
        var node = new SimulatedNode(shape, plan, machine, runtime, checkpoints, documents);
        nodes.put(shape.name(), node);
        return begin(shape.name(), node, loaded);
    }

    private Optional<NodeAgent> begin(String name, SimulatedNode node, NodeCheckpoints.Loaded loaded) {
        var begun = node.begin(loaded, around, cache, BY_NODE);
        begun.ifPresent(agent -> agents.put(name, agent));
        return begun;
    }

    private static void restore(
            SimulatedRuntime runtime, NodeShape shape, Plan plan, NodeCheckpoints.Loaded loaded, List<PodObject> pods) {
        var survivors = new SurvivingPods(
                CgroupValues.under(plan.gates()), shape.facts().memory());
        var actuated = loaded.actuated().pods();
        for (var pod : pods) {
            var own = pod.ofNode();
            var entry = actuated.get(own.uid());
            survivors
                    .of(own, entry == null ? Actuated.NOTHING : entry.actuated())
                    .ifPresent(runtime::restore);
        }
    }

    private void run(Duration usageWindow) {
        thread = ComponentThreads.named("plimsoll-pods").start(reflector);
        labelsThread = ComponentThreads.named("plimsoll-node-labels").start(labels);
        duties.start(usageWindow);
        ticking = around.timers()
                .every(
                        TICK,
                        TICK,
                        () -> around.executor()
                                .execute(() -> nodes.values()
                                        .forEach(node -> node.runtime().tick())));
    }

    /** Those that run, now and whenever somebody looks. */
    public Map<String, NodeAgent> agents() {
        return Collections.unmodifiableMap(agents);
    }

    /** A pod as these nodes have heard of it from the API: an agent that starts again begins with this. */
    public Optional<Pod> heard(ObjectName name) {
        return cache.find(name).map(ApiPod::pod);
    }

    /** Kills a node's agent: its containers go on, and nobody hears of it any more. */
    public synchronized void stop(String name) {
        duties.remove(name);
        agents.remove(name);
        node(name).end();
    }

    /**
     * Starts the agent of a node that was stopped. It finds its containers as they are by now. One that refuses to start says so, and
     * is not there afterwards.
     */
    public synchronized void start(String name) {
        var node = node(name);
        if (node.isRunning()) return;
        var begun = begin(name, node, node.checkpoints().load());
        if (begun.isEmpty()) return;
        var agent = begun.get();
        // The cache tells of labels only when they change.
        labelsByNode
                .find(ObjectName.ofCluster(name))
                .ifPresent(known ->
                        agent.tell(new NodeEvent.LabelsChanged(around.time().instant(), known)));
        var plan = node.plan();
        duties.add(List.of(agent), plan.gates(), plan.evictionHard(), plan.versions());
    }

    /** Ends the pods of all nodes, by priority; none comes after them. Returns when they have ended, or have had their time. */
    public void shutDown(ShutdownGracePeriods periods) throws InterruptedException {
        duties.shutDown(periods);
    }

    /** The runtime of a node, to make things go wrong in it. */
    public SimulatedRuntime runtime(String node) {
        return node(node).runtime();
    }

    private SimulatedNode node(String name) {
        var node = nodes.get(name);
        if (node == null)
            throw new IllegalArgumentException("there is no node " + name + "; there are " + nodes.keySet());
        return node;
    }

    @Override
    public synchronized void close() {
        if (ticking != null) ticking.cancel();
        duties.close();
        reflector.close();
        labels.close();
        services.close();
        if (thread != null) thread.interrupt();
        if (labelsThread != null) labelsThread.interrupt();
        nodes.values().forEach(node -> {
            node.end();
            node.runtime().end();
        });
    }
}
