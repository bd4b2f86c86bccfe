package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.cgroups.SwapShare;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The node of today: what it has, what it can do and which shortages it has. All of it may change while pods run. */
public record NodeFacts(
        Node node, Set<NodeCondition> conditions, List<Taint> taints, NodeAbilities abilities, boolean isShuttingDown) {

    public NodeFacts {
        conditions = Set.copyOf(conditions);
        taints = List.copyOf(taints);
    }

    /** A healthy Linux node with these resources for pods. */
    public static NodeFacts of(String name, ResourceAmounts allocatable) {
        var node = new Node(ObjectMeta.named(name), allocatable, allocatable, Set.of());
        return new NodeFacts(node, Set.of(), List.of(), NodeAbilities.LINUX, false);
    }

    public ResourceAmounts allocatable() {
        return node.allocatable();
    }

    /** Bytes of memory that the node has, by which OOM scores are measured. */
    public long memory() {
        return node.capacity().amount(ResourceName.MEMORY).value();
    }

    /** Swap for containers. */
    public SwapShare swap() {
        return abilities.givesSwap() ? new SwapShare(memory(), abilities.swapBytes()) : SwapShare.NONE;
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

    public String system() {
        return abilities.system();
    }

    public boolean isLinux() {
        return system().equals("linux");
    }

    public NodeFacts withAllocatable(ResourceAmounts changed) {
        var resized = new Node(node.metadata(), node.capacity(), changed, node.declaredFeatures());
        return new NodeFacts(resized, conditions, taints, abilities, isShuttingDown);
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
                abilities,
                isShuttingDown);
    }

    public NodeFacts withConditions(Set<NodeCondition> changed) {
        return new NodeFacts(node, changed, taints, abilities, isShuttingDown);
    }

    public NodeFacts withTaints(List<Taint> changed) {
        return new NodeFacts(node, conditions, changed, abilities, isShuttingDown);
    }

    public NodeFacts withAbilities(NodeAbilities changed) {
        return new NodeFacts(node, conditions, taints, changed, isShuttingDown);
    }

    public NodeFacts shuttingDown() {
        return new NodeFacts(node, conditions, taints, abilities, true);
    }
}
