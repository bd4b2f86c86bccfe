package dev.plimsoll.cli.simulate.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.node.KubeletManagers;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.LogicalCpu;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.NumaNode;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.node.NodeTopologyObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * CPU, memory and topology managers of nodes that do not publish theirs: by kubelet settings that were given, on the machine that a
 * NodeResourceTopology describes. What running pods have of it follows from the order in which they were started.
 */
final class NodeManagerSettings {
    private static final long MOST_CPUS = 4096;

    private final @Nullable KubeletManagers given;
    private final FeatureGates gates;
    private final Consumer<String> problems;
    private final Map<String, Optional<ObjectNode>> known = new HashMap<>();
    private final Map<List<NodeTopologyObject.Zone>, Machine.Described> machines = new HashMap<>();
    private boolean isOneZone;
    private boolean isDecided;

    /**
     * For one snapshot.
     *
     * @param givenOrNull null where no settings were given: then those that NodeResourceTopology objects tell of count
     * @param problems gets a line for each node that they do not suit
     */
    NodeManagerSettings(@Nullable KubeletManagers givenOrNull, FeatureGates gates, Consumer<String> problems) {
        this.given = givenOrNull;
        this.gates = gates;
        this.problems = problems;
    }

    /** Tells nodes that publish nothing of the managers that they have. */
    void apply(ClusterDraft cluster) {
        var topologies = new HashMap<String, NodeTopologyObject>();
        for (var object : cluster.all(SnapshotKinds.NODE_RESOURCE_TOPOLOGIES))
            topologies.put(object.metadata().name(), new NodeTopologyObject(object.document()));
        if (given == null && topologies.isEmpty()) return;
        Map<String, List<PodObject>> pods = new HashMap<>();
        for (var pod : cluster.all(SnapshotKinds.PODS)) {
            if (!pod.nodeName().isEmpty() && !pod.isTerminal())
                pods.computeIfAbsent(pod.nodeName(), _ -> new ArrayList<>()).add(pod);
        }
        for (var node : cluster.all(SnapshotKinds.NODES)) {
            if (node.resourceManagers().isPresent()) continue;
            var name = node.metadata().name();
            known.computeIfAbsent(name, _ -> annotated(node, topologies.get(name), pods.getOrDefault(name, List.of())))
                    .ifPresent(document -> cluster.put(SnapshotKinds.NODES, document));
        }
    }

    /** Whether the settings that were given, or that were found, decide about nodes that publish nothing. */
    boolean areGiven() {
        return given != null;
    }

    /** Whether some node is taken to be one NUMA node. */
    boolean hasOneZone() {
        return isOneZone;
    }

    /** Whether pods of some node have CPUs or memory of which it was worked out which. */
    boolean decidesAnything() {
        return isDecided;
    }

    private Optional<ObjectNode> annotated(
            NodeObject node, @Nullable NodeTopologyObject topology, List<PodObject> pods) {
        var settings = given;
        if (settings == null) {
            if (topology == null || topology.policy().isEmpty()) return Optional.empty();
            var cpuPolicy = topology.cpuPolicy().isEmpty() ? "static" : topology.cpuPolicy();
            settings = KubeletManagers.of(cpuPolicy, topology.policy(), topology.scope());
        }
        var zones = topology == null ? List.<NodeTopologyObject.Zone>of() : topology.zones();
        if (zones.isEmpty()) {
            zones = List.of(new NodeTopologyObject.Zone("node-0", node.capacity(), List.of()));
            isOneZone = true;
        }
        return switch (machines.computeIfAbsent(zones, NodeManagerSettings::machine)) {
            case Machine.Described.Refused(var reason) -> {
                problems.accept(node + ": its CPUs cannot be worked out, so that it has no managers: " + reason);
                yield Optional.empty();
            }
            case Machine.Described.Known(var machine) -> {
                var wrong = new ArrayList<String>();
                var managers = settings.on(machine, reserved(node), gates, wrong);
                for (var reason : wrong) problems.accept(node + ": the kubelet settings do not suit it: " + reason);
                yield managers.filter(ResourceManagers::pinsAnything).map(found -> annotated(node, found, pods));
            }
        };
    }

    /** Whole CPUs that pods cannot have. */
    private static int reserved(NodeObject node) {
        var capacity = node.capacity().amount(ResourceName.CPU).milliValue();
        var allocatable = node.allocatable().amount(ResourceName.CPU).milliValue();
        return Math.toIntExact(Math.clamp(Math.ceilDiv(capacity - allocatable, 1000L), 1, Integer.MAX_VALUE));
    }

    private ObjectNode annotated(NodeObject node, ResourceManagers managers, List<PodObject> pods) {
        isDecided = true;
        var state = managers.initialState();
        var started = pods.stream()
                .sorted(Comparator.comparing((PodObject pod) ->
                                pod.startTime().orElse(pod.metadata().created()))
                        .thenComparing(PodObject::name))
                .toList();
        for (var pod : started) {
            if (!(pod.view() instanceof Read.Ok<Pod>(var view))) continue;
            // A pod that runs has what it has, though it may have been started before other settings.
            if (managers.admit(state, view) instanceof TopologyAdmission.Admitted(var after, var _)) state = after;
        }
        var draft = new ObjectDraft(node.document());
        draft.metadata().annotation(NumaZonesAnnotation.NAME, NumaZonesAnnotation.text(managers, state));
        return draft.document();
    }

    private static Machine.Described machine(List<NodeTopologyObject.Zone> zones) {
        var cpus = new ArrayList<LogicalCpu>();
        var nodes = new ArrayList<NumaNode>();
        for (var i = 0; i < zones.size(); i++) {
            var capacity = zones.get(i).capacity();
            var count = capacity.amount(ResourceName.CPU).value();
            if (count > MOST_CPUS) return new Machine.Described.Refused(count + " CPUs are more than " + MOST_CPUS);
            for (var each = 0; each < count; each++) cpus.add(new LogicalCpu(cpus.size(), cpus.size(), i, i, i));
            nodes.add(new NumaNode(
                    i,
                    capacity.amount(ResourceName.MEMORY).value(),
                    hugePages(capacity),
                    zones.get(i).distances()));
        }
        return Machine.of(cpus, nodes);
    }

    private static SortedMap<Long, Long> hugePages(ResourceAmounts capacity) {
        var pages = new TreeMap<Long, Long>();
        for (var name : capacity.names()) {
            if (!name.isHugePages()
                    || !(Quantity.parse(name.pageSize()) instanceof ParsedQuantity.Parsed(var size))
                    || size.value() <= 0) continue;
            pages.put(size.value(), capacity.amount(name).value() / size.value());
        }
        return pages;
    }
}
