package dev.plimsoll.core.placement.preemption;

import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Comparator;
import java.util.List;

/**
 * A node on which a pod would fit if others went.
 *
 * @param victims most important first; at least one
 * @param violations how many of them a budget would have kept
 */
public record PreemptionCandidate(String nodeName, List<PlacementPod> victims, int violations) {
    /** Which of two candidates costs less; ties are kept in order. */
    static final Comparator<PreemptionCandidate> CHEAPEST = Comparator.comparingInt(PreemptionCandidate::violations)
            .thenComparingInt(PreemptionCandidate::highestPriority)
            .thenComparingLong(PreemptionCandidate::priorities)
            .thenComparingInt(candidate -> candidate.victims.size())
            .thenComparing(Comparator.comparingLong(PreemptionCandidate::earliestStartOfHighest)
                    .reversed());

    public PreemptionCandidate {
        victims = List.copyOf(victims);
    }

    private int highestPriority() {
        return victims.getFirst().priority();
    }

    /** Shifted above zero, so that more victims are never less than fewer. */
    private long priorities() {
        return victims.stream().mapToLong(pod -> pod.priority() + (1L << 31)).sum();
    }

    private long earliestStartOfHighest() {
        return victims.stream()
                .filter(pod -> pod.priority() == highestPriority())
                .mapToLong(pod -> pod.schedulingStatus().startSeconds())
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
