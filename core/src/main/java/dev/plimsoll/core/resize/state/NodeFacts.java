package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The node of today: what it has and which shortages it has. All of it may change while pods run.
 *
 * @param taints as tolerations see them: key, value and effect
 * @param system {@code linux}, {@code windows} or another one
 * @param cgroupVersion 2, or 1 on old hosts
 * @param swapBehavior {@code NoSwap} or {@code LimitedSwap}
 */
public record NodeFacts(
        Node node,
        Set<NodeCondition> conditions,
        List<Taint> taints,
        String system,
        int cgroupVersion,
        String swapBehavior,
        boolean isShuttingDown) {

    public static final String LIMITED_SWAP = "LimitedSwap";
    public static final String NO_SWAP = "NoSwap";

    public NodeFacts {
        conditions = Set.copyOf(conditions);
        taints = List.copyOf(taints);
    }

    /** A taint of the node. */
    public record Taint(String key, String value, String effect) {
        public boolean isToleratedBy(PodDetails.Toleration toleration) {
            if (!toleration.effect().isEmpty() && !toleration.effect().equals(effect)) return false;
            if (!toleration.key().isEmpty() && !toleration.key().equals(key)) return false;
            return toleration.operator().equals("Exists") || toleration.value().equals(value);
        }
    }

    /** A healthy Linux node with these resources for pods. */
    public static NodeFacts of(String name, ResourceAmounts allocatable) {
        var node = new Node(ObjectMeta.named(name), allocatable, allocatable, Set.of());
        return new NodeFacts(node, Set.of(), List.of(), "linux", 2, NO_SWAP, false);
    }

    public ResourceAmounts allocatable() {
        return node.allocatable();
    }

    /** Bytes of memory that the node has, by which OOM scores are measured. */
    public long memory() {
        return node.capacity().amount(ResourceName.MEMORY).value();
    }

    /** The sizes of huge pages that the node knows, be it that it has none of them. */
    public Set<HugePageSize> pageSizes() {
        var sizes = new TreeSet<HugePageSize>();
        for (var name : node.capacity().names())
            HugePageSize.bytesIn(name).ifPresent(bytes -> sizes.add(new HugePageSize(bytes)));
        return sizes;
    }

    public Map<String, String> labels() {
        return node.labels();
    }

    public boolean isLinux() {
        return system.equals("linux");
    }

    public NodeFacts withAllocatable(ResourceAmounts changed) {
        return new NodeFacts(
                new Node(node.metadata(), node.capacity(), changed, node.declaredFeatures()),
                conditions,
                taints,
                system,
                cgroupVersion,
                swapBehavior,
                isShuttingDown);
    }

    public NodeFacts withLabels(Map<String, String> changed) {
        var before = node.metadata();
        var metadata = new ObjectMeta(
                before.name(),
                before.generateName(),
                before.namespace(),
                before.uid(),
                before.generation(),
                changed,
                before.annotations(),
                before.deletionOrNull());
        return new NodeFacts(
                new Node(metadata, node.capacity(), node.allocatable(), node.declaredFeatures()),
                conditions,
                taints,
                system,
                cgroupVersion,
                swapBehavior,
                isShuttingDown);
    }

    public NodeFacts withConditions(Set<NodeCondition> changed) {
        return new NodeFacts(node, changed, taints, system, cgroupVersion, swapBehavior, isShuttingDown);
    }

    public NodeFacts withSystem(String changed, int version) {
        return new NodeFacts(node, conditions, taints, changed, version, swapBehavior, isShuttingDown);
    }

    public NodeFacts withSwap(String changed) {
        return new NodeFacts(node, conditions, taints, system, cgroupVersion, changed, isShuttingDown);
    }

    public NodeFacts shuttingDown() {
        return new NodeFacts(node, conditions, taints, system, cgroupVersion, swapBehavior, true);
    }
}
