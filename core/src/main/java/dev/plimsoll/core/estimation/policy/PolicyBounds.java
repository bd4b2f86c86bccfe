package dev.plimsoll.core.estimation.policy;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;

/** What recommendations are held to before they are published: raised to the least allowed, then lowered to the most. */
public final class PolicyBounds {
    private final ResourceAmounts largestOfAny;

    /** With a maximum for containers whose policy names none, resource by resource. */
    public PolicyBounds(ResourceAmounts largestOfAny) {
        this.largestOfAny = largestOfAny;
    }

    public Estimate apply(Estimate estimate, ContainerPolicy policy) {
        var least = policy.minAllowed();
        return estimate.mapped(amounts -> {
            var bounded = amounts;
            for (var compute : Compute.ALL) {
                if (!amounts.contains(compute.resource())) continue;
                var units = compute.unitsOf(amounts);
                var raised = Math.max(units, compute.set(least).orElse(units));
                var held = Math.min(raised, most(compute, policy, raised));
                if (held != units) bounded = compute.with(bounded, held);
            }
            return bounded;
        });
    }

    private long most(Compute compute, ContainerPolicy policy, long otherwise) {
        var own = compute.set(policy.maxAllowed());
        return own.isPresent() ? own.getAsLong() : compute.set(largestOfAny).orElse(otherwise);
    }
}
