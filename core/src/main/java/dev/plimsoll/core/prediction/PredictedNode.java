package dev.plimsoll.core.prediction;

import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.workloads.ControlledNode;

/** A node as the scheduler, controllers and its own agent see it. */
public record PredictedNode(PlacementNode placement, ControlledNode controlled, Node node) {
    private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    public String name() {
        return placement.name();
    }

    /** Whether nobody hears from it: what was asked of it is not done. */
    boolean isUnreachable() {
        return placement.taints().stream().anyMatch(taint -> taint.key().equals(UNREACHABLE));
    }

    /** Nodes of a class are told of together: those of an instance type, or else of the same size. */
    static String classOf(PlacementNode node) {
        var type = node.labels().getOrDefault(INSTANCE_TYPE, "");
        if (!type.isEmpty()) return type;
        return InsufficientResource.amount(ResourceName.CPU, node.allocatable().milliCpu()) + " cpu, "
                + InsufficientResource.amount(
                        ResourceName.MEMORY, node.allocatable().memory());
    }

    /** As it is once nothing new is to come to it. */
    PredictedNode cordoned() {
        var before = placement;
        var changed = new PlacementNode(
                before.name(),
                before.labels(),
                true,
                before.taints(),
                before.allocatable(),
                before.mostPods(),
                before.features(),
                before.images(),
                before.conditions(),
                before.refusesResizePreemption(),
                before.zones());
        return new PredictedNode(changed, controlled, node);
    }
}
