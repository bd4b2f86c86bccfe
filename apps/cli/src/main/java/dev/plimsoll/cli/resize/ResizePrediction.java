package dev.plimsoll.cli.resize;

import dev.plimsoll.cli.explain.node.NodeHoldings;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * What a node would make of a resize that the API server accepts, by what it and its pods say of themselves. What only the node knows
 * is left out: memory in use, and CPUs that are given to single containers.
 */
record ResizePrediction(ResizeProgress.Phase phase, List<String> reasons) {
    ResizePrediction {
        reasons = List.copyOf(reasons);
    }

    /**
     * Foretells it.
     *
     * @param before the pod as it is
     * @param after the pod as the API server would store it
     */
    static ResizePrediction of(Pod before, Pod after, NodeHoldings node) {
        var shortages = node.shortages(
                before, PodDemand.AS_WRITTEN.requests(before.spec()), PodDemand.AS_WRITTEN.requests(after.spec()));
        if (shortages.isEmpty()) return new ResizePrediction(ResizeProgress.Phase.DONE, remarks(before, after));
        var isBeyond = shortages.stream().anyMatch(InsufficientResource::isBeyondNode);
        var reasons = new ArrayList<String>();
        for (var each : shortages) {
            var holders = node.holders(before, each.resource());
            var missing = each.message() + ". Missing: " + each.resource() + " "
                    + InsufficientResource.amount(each.resource(), each.missing());
            reasons.add(each.isBeyondNode() || holders.isEmpty() ? each.message() : missing + ", held by " + holders);
        }
        return new ResizePrediction(
                isBeyond ? ResizeProgress.Phase.INFEASIBLE : ResizeProgress.Phase.DEFERRED, reasons);
    }

    /** What comes along with a resize that is done. */
    private static List<String> remarks(Pod before, Pod after) {
        var remarks = new LinkedHashSet<String>();
        for (var container : ContainerChoice.all(after.spec())) {
            var old = ContainerChoice.named(before.spec(), container.name())
                    .map(Container::resources)
                    .orElse(ResourceRequirements.ABSENT);
            for (var resource : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
                if (isSame(old, container.resources(), resource)) continue;
                if (restarts(container, resource))
                    remarks.add("container " + container.name() + " is restarted for it");
                if (resource.equals(ResourceName.MEMORY) && isLess(old, container.resources())) {
                    remarks.add("the memory limit of " + container.name()
                            + " shrinks: the node waits as long as more than that is in use");
                }
            }
        }
        return List.copyOf(remarks);
    }

    private static boolean restarts(Container container, ResourceName resource) {
        return container.resizePolicy().stream()
                .filter(policy -> policy.resourceName().equals(resource.text()))
                .findFirst()
                .filter(policy -> policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER))
                .isPresent();
    }

    private static boolean isSame(ResourceRequirements one, ResourceRequirements other, ResourceName resource) {
        return one.requests().find(resource).equals(other.requests().find(resource))
                && one.limits().find(resource).equals(other.limits().find(resource));
    }

    private static boolean isLess(ResourceRequirements before, ResourceRequirements after) {
        var old = before.limits().memoryOrNull();
        var now = after.limits().memoryOrNull();
        return old != null && now != null && now.isLessThan(old);
    }
}
