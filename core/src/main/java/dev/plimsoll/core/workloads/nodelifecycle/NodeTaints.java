package dev.plimsoll.core.workloads.nodelifecycle;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.NodeTaint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The taints that follow from the state of a node. */
public final class NodeTaints {
    static final NodeTaint NOT_READY = NodeTaint.ofNode("not-ready", Taint.NO_EXECUTE);
    static final NodeTaint UNREACHABLE = NodeTaint.ofNode("unreachable", Taint.NO_EXECUTE);
    private static final List<String> MANAGED = List.of(
            "not-ready",
            "unreachable",
            "memory-pressure",
            "disk-pressure",
            "pid-pressure",
            "network-unavailable",
            "unschedulable");

    private NodeTaints() {}

    /**
     * The taints that a node is to have.
     *
     * @param taints all of them; those of others stay
     * @param addsNoExecute whether a taint that evicts pods is new
     * @param looksAgain whether the state of other nodes, or the rate, can change what this one gets
     */
    public record Plan(List<NodeTaint> taints, boolean addsNoExecute, boolean looksAgain) {
        public Plan {
            taints = List.copyOf(taints);
        }
    }

    /**
     * Decides.
     *
     * @param mayEvict whether the rate of the node's zone allows one more node to lose its pods; asked only where that matters
     */
    public static Plan decide(ControlledNode node, Zones zones, BooleanSupplier mayEvict, Instant now) {
        var present = presentNoExecute(node);
        var wanted = zones.areAllDisrupted() ? Optional.<NodeTaint>empty() : wantedNoExecute(node);
        var waits = false;
        // Another state than before is shown at once; only the first such taint is a matter of rate.
        if (wanted.isPresent() && present.isEmpty() && !mayEvict.getAsBoolean()) {
            wanted = Optional.empty();
            waits = true;
        }
        return new Plan(
                withNoExecute(withNoSchedule(node), wanted, now),
                wanted.isPresent() && present.isEmpty(),
                waits || wanted.isPresent() || (present.isEmpty() && !node.isReady()));
    }

    /** Those that keep new pods away. */
    static List<NodeTaint> wantedNoSchedule(ControlledNode node) {
        var taints = new ArrayList<NodeTaint>();
        switch (node.ready()) {
            case "True" -> {}
            case "Unknown" -> taints.add(noSchedule("unreachable"));
            // A node that has never reported keeps the taint that it was registered with.
            default -> taints.add(noSchedule("not-ready"));
        }
        if (node.has("MemoryPressure")) taints.add(noSchedule("memory-pressure"));
        if (node.has("DiskPressure")) taints.add(noSchedule("disk-pressure"));
        if (node.has("PIDPressure")) taints.add(noSchedule("pid-pressure"));
        if (node.has("NetworkUnavailable")) taints.add(noSchedule("network-unavailable"));
        if (node.isUnschedulable()) taints.add(noSchedule("unschedulable"));
        return taints;
    }

    private static NodeTaint noSchedule(String name) {
        return NodeTaint.ofNode(name, Taint.NO_SCHEDULE);
    }

    /** The one that evicts pods; none from a node that is ready or has never reported. */
    private static Optional<NodeTaint> wantedNoExecute(ControlledNode node) {
        return switch (node.ready()) {
            case "False" -> Optional.of(NOT_READY);
            case "Unknown" -> Optional.of(UNREACHABLE);
            default -> Optional.empty();
        };
    }

    private static Optional<NodeTaint> presentNoExecute(ControlledNode node) {
        return node.nodeTaints().stream()
                .filter(each -> each.isSame(NOT_READY) || each.isSame(UNREACHABLE))
                .findFirst();
    }

    /** All taints of a node after those of its state were brought up to date; others stay as they are. */
    static List<NodeTaint> withNoSchedule(ControlledNode node) {
        var managed = MANAGED.stream().map(NodeTaints::noSchedule).toList();
        var wanted = wantedNoSchedule(node);
        var taints = new ArrayList<NodeTaint>();
        for (var taint : node.nodeTaints()) {
            if (!taint.isIn(managed) || taint.isIn(wanted)) taints.add(taint);
        }
        for (var taint : wanted) if (!taint.isIn(taints)) taints.add(taint);
        return taints;
    }

    /** The same taints but for those that evict pods because of the node's state, of which one or none is left. */
    static List<NodeTaint> withNoExecute(List<NodeTaint> before, Optional<NodeTaint> wanted, Instant now) {
        var taints = new ArrayList<NodeTaint>();
        for (var taint : before) {
            var ours = taint.isSame(NOT_READY) || taint.isSame(UNREACHABLE);
            if (!ours || wanted.filter(taint::isSame).isPresent()) taints.add(taint);
        }
        wanted.filter(each -> !each.isIn(taints)).ifPresent(each -> taints.add(each.addedAt(now)));
        return taints;
    }
}
