package dev.plimsoll.core.workloads.disruption;

/** Whether a pod may be evicted under the disruption budget that selects it. */
public sealed interface EvictionDecision {
    String MORE_THAN_ONE =
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";

    /** It takes nothing from the budget. */
    record Free() implements EvictionDecision {}

    /** It takes one of the disruptions that the budget allows. */
    record Spends() implements EvictionDecision {}

    record Refused(String why) implements EvictionDecision {}

    /**
     * A budget as its status counts.
     *
     * @param syncProblem why its counts are not to be trusted; empty where they are
     */
    record Budget(
            String name,
            int currentHealthy,
            int desiredHealthy,
            int disruptionsAllowed,
            boolean alwaysAllowsUnhealthy,
            String syncProblem) {}

    /** Decides. A pod that is not ready takes nothing from a budget that is kept without it, or that does not count such pods. */
    static EvictionDecision decide(boolean isReady, Budget budget) {
        if (!isReady) {
            var isKept = budget.desiredHealthy > 0 && budget.currentHealthy >= budget.desiredHealthy;
            if (budget.alwaysAllowsUnhealthy || isKept) return new Free();
        }
        return budget.disruptionsAllowed > 0 ? new Spends() : new Refused(why(budget));
    }

    private static String why(Budget budget) {
        if (budget.currentHealthy <= budget.desiredHealthy) {
            return "The disruption budget " + budget.name + " needs " + budget.desiredHealthy + " healthy pods and has "
                    + budget.currentHealthy + " currently";
        }
        return "The disruption budget " + budget.name + " does not allow evicting pods currently" + budget.syncProblem;
    }
}
