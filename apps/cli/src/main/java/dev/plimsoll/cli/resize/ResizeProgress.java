package dev.plimsoll.cli.resize;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a resize is, as a pod shows it.
 *
 * @param amounts of the resources that were asked for, in that order
 */
record ResizeProgress(Phase phase, String reason, List<Amount> amounts) {
    ResizeProgress {
        amounts = List.copyOf(amounts);
    }

    enum Phase {
        /** The node has not looked at it yet. */
        ASKED,
        IN_PROGRESS,
        DEFERRED,
        INFEASIBLE,
        /** A step failed and is tried again. */
        FAILING,
        DONE
    }

    /** One resource in the states that the API shows; null where it shows nothing. */
    record Amount(
            String name,
            Quantity desired,
            @Nullable Quantity allocatedOrNull,
            @Nullable Quantity actualOrNull) {
        boolean isSettled() {
            return desired.equals(actualOrNull) && (allocatedOrNull == null || desired.equals(allocatedOrNull));
        }
    }

    /**
     * Reads it from a pod.
     *
     * @param container empty for the pod as a whole
     */
    static ResizeProgress of(Pod pod, String container, List<ResourceName> resources) {
        var desired = container.isEmpty()
                ? pod.spec().resources()
                : ContainerChoice.named(pod.spec(), container)
                        .map(Container::resources)
                        .orElse(ResourceRequirements.ABSENT);
        var status = pod.status().container(container);
        var allocated = container.isEmpty()
                ? pod.status().allocatedResources()
                : status.map(ContainerStatus::allocatedResources).orElse(ResourceAmounts.ABSENT);
        var actual = container.isEmpty()
                ? pod.status().resources()
                : status.map(ContainerStatus::resources).orElse(ResourceRequirements.ABSENT);
        var amounts = new ArrayList<Amount>();
        for (var resource : resources) {
            add(
                    amounts,
                    "requests." + resource,
                    desired.requests().at(resource),
                    allocated.at(resource),
                    actual.requests().at(resource));
            add(
                    amounts,
                    "limits." + resource,
                    desired.limits().at(resource),
                    null,
                    actual.limits().at(resource));
        }
        return judged(pod, amounts);
    }

    private static void add(
            List<Amount> amounts,
            String name,
            @Nullable Quantity desired,
            @Nullable Quantity allocated,
            @Nullable Quantity actual) {
        if (desired != null) amounts.add(new Amount(name, desired, allocated, actual));
    }

    private static ResizeProgress judged(Pod pod, List<Amount> amounts) {
        var observed = pod.status().observedGeneration();
        // What the status says is about an earlier resize as long as the node has not seen this one.
        if (observed != 0 && observed < pod.metadata().generation())
            return new ResizeProgress(Phase.ASKED, "", amounts);
        var pending = condition(pod, Condition.POD_RESIZE_PENDING);
        if (pending.isPresent()) {
            var isInfeasible = pending.get().reason().equals(Condition.INFEASIBLE);
            return new ResizeProgress(
                    isInfeasible ? Phase.INFEASIBLE : Phase.DEFERRED,
                    pending.get().message(),
                    amounts);
        }
        var progress = condition(pod, Condition.POD_RESIZE_IN_PROGRESS);
        if (progress.isPresent()) {
            var isFailing = progress.get().reason().equals("Error");
            return new ResizeProgress(
                    isFailing ? Phase.FAILING : Phase.IN_PROGRESS,
                    progress.get().message(),
                    amounts);
        }
        var isSettled = amounts.stream().allMatch(Amount::isSettled);
        return new ResizeProgress(isSettled ? Phase.DONE : Phase.ASKED, "", amounts);
    }

    private static Optional<Condition> condition(Pod pod, String type) {
        return pod.status().conditions().stream()
                .filter(each -> each.type().equals(type) && each.status().equals("True"))
                .findFirst();
    }
}
