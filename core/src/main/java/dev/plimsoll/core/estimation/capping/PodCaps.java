package dev.plimsoll.core.estimation.capping;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Container recommendations fitted to one pod: first in proportion to the namespace's LimitRange for pods, then each by
 * {@link ContainerCaps}. Recommendations for containers that the pod does not have fall away.
 */
public final class PodCaps {
    private final ResourcePolicy policy;
    private final NamespaceRanges context;
    private final boolean isBelowLimits;

    public PodCaps(ResourcePolicy policy, NamespaceRanges context) {
        this(policy, context, false);
    }

    private PodCaps(ResourcePolicy policy, NamespaceRanges context, boolean isBelowLimits) {
        this.policy = policy;
        this.context = context;
        this.isBelowLimits = isBelowLimits;
    }

    /** Requests that may not reach limits which stay as they are, or the pod would be of another class. */
    public PodCaps below(boolean stayBelowLimits) {
        return new PodCaps(policy, context, stayBelowLimits);
    }

    /** Fitted recommendations by container name, and what was done to the targets. */
    public record Capped(Map<String, Estimate> estimates, Map<String, List<String>> notes) {
        public Capped {
            estimates = Map.copyOf(estimates);
            notes = Map.copyOf(notes);
        }
    }

    /** What a container has: as its node says, else as it asks. */
    public static ResourceRequirements current(Pod pod, Container container) {
        var status = pod.status().container(container.name());
        return status.isPresent() && status.get().resources().isDeclared()
                ? status.get().resources()
                : container.resources();
    }

    public Capped apply(Pod pod, List<ContainerEstimate> recommended) {
        var byName = new HashMap<String, Estimate>();
        for (var estimate : recommended) byName.put(estimate.containerName(), estimate.estimate());
        byName.keySet()
                .retainAll(pod.spec().containers().stream().map(Container::name).toList());
        for (var compute : Compute.ALL) {
            var shares = new PodRangeShares(compute, context.pods());
            if (!shares.boundsNothing()) share(pod, byName, shares);
        }
        var notes = new HashMap<String, List<String>>();
        for (var container : pod.spec().containers()) {
            byName.computeIfPresent(container.name(), (name, estimate) -> capped(pod, container, estimate, notes));
        }
        return new Capped(byName, notes);
    }

    private Estimate capped(Pod pod, Container container, Estimate estimate, Map<String, List<String>> notes) {
        var caps =
                new ContainerCaps(policy.of(container.name()), current(pod, container), context).below(isBelowLimits);
        var told = new ArrayList<String>();
        var target = caps.apply(estimate.target(), told);
        notes.put(container.name(), List.copyOf(told));
        return new Estimate(
                target,
                caps.apply(estimate.lowerBound(), new ArrayList<>()),
                caps.apply(estimate.upperBound(), new ArrayList<>()),
                estimate.uncappedTarget());
    }

    /** Target, lower and upper bound each are a pod of their own that must fit. */
    private void share(Pod pod, Map<String, Estimate> estimates, PodRangeShares shares) {
        var target = shared(pod, estimates, shares, Value.TARGET);
        var lower = shared(pod, estimates, shares, Value.LOWER);
        var upper = shared(pod, estimates, shares, Value.UPPER);
        for (var entry : target.entrySet()) {
            var name = entry.getKey();
            estimates.computeIfPresent(
                    name,
                    (_, estimate) -> estimate.with(
                            shares.compute(),
                            entry.getValue(),
                            lower.getOrDefault(name, 0L),
                            upper.getOrDefault(name, 0L)));
        }
    }

    private enum Value {
        TARGET,
        LOWER,
        UPPER;

        ResourceAmounts of(Estimate estimate) {
            return switch (this) {
                case TARGET -> estimate.target();
                case LOWER -> estimate.lowerBound();
                case UPPER -> estimate.upperBound();
            };
        }
    }

    private Map<String, Long> shared(Pod pod, Map<String, Estimate> estimates, PodRangeShares shares, Value value) {
        var compute = shares.compute();
        var names = new ArrayList<String>();
        var list = new ArrayList<PodRangeShares.Share>();
        for (var container : pod.spec().containers()) {
            var resources = current(pod, container);
            var estimate = estimates.get(container.name());
            var recommended = estimate == null ? null : value.of(estimate).at(compute.resource());
            var own = recommended == null ? resources.requests().at(compute.resource()) : recommended;
            if (own == null) continue;
            names.add(recommended == null ? "" : container.name());
            list.add(new PodRangeShares.Share(compute.units(own), context.before(compute, resources)));
        }
        var values = shares.apply(list);
        var result = new HashMap<String, Long>();
        for (var i = 0; i < values.length; i++) {
            if (!names.get(i).isEmpty()) result.put(names.get(i), values[i]);
        }
        return result;
    }
}
