package dev.plimsoll.core.estimation.capping;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.ProportionalLimit.Before;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/**
 * The bounds of one container, in the order in which they are applied, so that the later win: the namespace's LimitRange for
 * containers, the policy, and the container's own limit where that is not to change.
 */
public final class ContainerCaps {
    private final ContainerPolicy policy;
    private final ResourceRequirements resources;
    private final NamespaceRanges context;
    private final boolean isBelowLimit;

    public ContainerCaps(ContainerPolicy policy, ResourceRequirements resources, NamespaceRanges context) {
        this(policy, resources, context, false);
    }

    private ContainerCaps(
            ContainerPolicy policy, ResourceRequirements resources, NamespaceRanges context, boolean isBelowLimit) {
        this.policy = policy;
        this.resources = resources;
        this.context = context;
        this.isBelowLimit = isBelowLimit;
    }

    /** Requests that may not reach a limit which stays as it is, or the pod would be of another class. */
    public ContainerCaps below(boolean staysBelowLimit) {
        return new ContainerCaps(policy, resources, context, staysBelowLimit);
    }

    /** All resources of a recommendation; what was done to it is told to {@code notes}. */
    public ResourceAmounts apply(ResourceAmounts recommended, List<String> notes) {
        var capped = recommended;
        for (var compute : Compute.ALL) {
            if (!recommended.contains(compute.resource())) continue;
            var units = compute.unitsOf(recommended);
            var held = apply(compute, units, notes);
            if (held != units) capped = compute.with(capped, held);
        }
        return capped;
    }

    public long apply(Compute compute, long recommended, List<String> notes) {
        var steps = new Steps(compute, recommended, notes);
        var before = context.before(compute, resources);
        var range = context.containers();
        compute.set(range.max())
                .ifPresent(
                        max -> steps.atMost(requestAt(max, before, Long.MAX_VALUE), "fit Max in container LimitRange"));
        compute.set(range.min())
                .ifPresent(min ->
                        steps.atLeast(Math.max(min, requestAt(min, before, min)), "fit Min in container LimitRange"));
        // A recommendation below the policy's minimum was held to a maximum that wins: a flag's, the pod's or that of
        // nodes.
        compute.set(policy.minAllowed()).ifPresent(min -> steps.atLeast(Math.min(min, recommended), "minAllowed"));
        compute.set(policy.maxAllowed()).ifPresent(max -> steps.atMost(max, "maxAllowed"));
        if (policy.leavesLimits()) {
            compute.set(resources.limits())
                    .ifPresent(limit -> steps.atMost(isBelowLimit ? limit - 1 : limit, "container limit"));
        }
        return steps.units;
    }

    /** The request whose limit in proportion is the bound. */
    private static long requestAt(long bound, Before before, long withoutLimit) {
        if (before.limit().isEmpty()) return withoutLimit;
        if (before.request().isEmpty()) return bound;
        return Ratio.floor(before.request().getAsLong(), bound, before.limit().getAsLong());
    }

    /** One value on its way through the bounds. */
    private static final class Steps {
        private final Compute compute;
        private final List<String> notes;
        private long units;

        Steps(Compute compute, long units, List<String> notes) {
            this.compute = compute;
            this.units = units;
            this.notes = notes;
        }

        void atMost(long bound, String why) {
            if (units <= bound) return;
            units = bound;
            note(why);
        }

        void atLeast(long bound, String why) {
            if (units >= bound) return;
            units = bound;
            note(why);
        }

        private void note(String why) {
            notes.add(compute.resource() + " capped to " + why);
        }
    }
}
