package dev.plimsoll.core.estimation.update;

import java.time.Duration;

/** Whether a pod is resized now, later, or evicted because a resize did not get anywhere. */
public sealed interface InPlaceDecision {
    /** It is to be resized. */
    record Approved() implements InPlaceDecision {}

    /** It is to be resized once more although its node cannot; after that only if less is asked for. */
    record LastAttempt() implements InPlaceDecision {}

    /** Not in this loop. */
    record Deferred(String why) implements InPlaceDecision {}

    /** Its node could not, and no less is asked for now. */
    record InfeasibleCached() implements InPlaceDecision {}

    /** It is to be evicted. */
    record Evict(String why) implements InPlaceDecision {}

    /** How long a deferred resize is waited for before the pod is evicted. */
    Duration DEFERRED_PATIENCE = Duration.ofMinutes(5);

    /** How long a resize in progress is waited for before the pod is evicted. */
    Duration IN_PROGRESS_PATIENCE = Duration.ofHours(1);

    /**
     * All that decides.
     *
     * @param inPlaceEnabled the gate {@code InPlace}
     * @param isBlocked its node could not do an earlier attempt, and no less is asked for now
     * @param resizing for how long it has been in this state
     * @param ignoresBudget disruption budgets do not count for resizes that restart nothing
     * @param restartsContainers some container restarts when it is resized
     * @param isStillWanted the recommendation is not yet what the pod asks for
     */
    record Situation(
            UpdateMode mode,
            boolean inPlaceEnabled,
            boolean isPending,
            boolean isRecommended,
            boolean isBlocked,
            ResizeState state,
            Duration resizing,
            GroupBudget budget,
            boolean ignoresBudget,
            boolean restartsContainers,
            boolean isStillWanted) {}

    static InPlaceDecision of(Situation pod) {
        if (pod.mode() == UpdateMode.IN_PLACE && !pod.inPlaceEnabled()) return new Deferred("InPlace is not enabled");
        if (pod.budget().isSkipped()) return new Deferred("the pod's controller is not known");
        if (pod.budget().isBelowMinimum() && !pod.ignoresBudget()) return new Deferred("too few live pods");
        if (pod.isPending()) return new Deferred("the pod does not run yet");
        if (!pod.isRecommended()) return new Deferred("there is no recommendation");
        if (pod.mode() == UpdateMode.IN_PLACE && pod.isBlocked()) return new InfeasibleCached();
        if (pod.state() != ResizeState.NONE) {
            return pod.mode() == UpdateMode.IN_PLACE ? again(pod) : givenUp(pod);
        }
        var free = pod.ignoresBudget() && !pod.restartsContainers();
        return free || pod.budget().isDisruptable() ? new Approved() : new Deferred("the disruption budget is used up");
    }

    /** A resize is on its way and the pod may be evicted instead. */
    private static InPlaceDecision givenUp(Situation pod) {
        var late = switch (pod.state()) {
            case DEFERRED -> pod.resizing().compareTo(DEFERRED_PATIENCE) > 0;
            case IN_PROGRESS -> pod.resizing().compareTo(IN_PROGRESS_PATIENCE) > 0;
            case INFEASIBLE, ERROR, UNKNOWN -> true;
            case NONE -> false;
        };
        if (!late) return new Deferred("the resize is " + pod.state());
        return pod.budget().isDisruptable()
                ? new Evict("the resize is " + pod.state())
                : new Deferred("the disruption budget is used up");
    }

    /** A resize is on its way and the pod is never evicted. */
    private static InPlaceDecision again(Situation pod) {
        return switch (pod.state()) {
            case DEFERRED -> pod.isStillWanted() ? new Approved() : new Deferred("the node will do it");
            case INFEASIBLE, ERROR -> new LastAttempt();
            case IN_PROGRESS, UNKNOWN, NONE -> new Deferred("the resize is " + pod.state());
        };
    }
}
