package dev.plimsoll.core.estimation.update;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When a pod is changed.
 *
 * @param leastDifference of pods within range: smaller changes are not worth it
 * @param leastAge of pods within range: younger ones are left alone
 * @param quickOom a container that was killed for memory this soon after it started is helped at once
 */
public record UpdateRules(double leastDifference, Duration leastAge, Duration quickOom) {
    public static final UpdateRules DEFAULT = new UpdateRules(0.1, Duration.ofHours(12), Duration.ofMinutes(10));

    /** How a container ended last. */
    public record Termination(String reason, Instant started, Instant finished) {
        static final String OOM_KILLED = "OOMKilled";
    }

    /** Whether one of the containers was killed for memory soon after it started. */
    public boolean isQuickOom(List<Termination> last) {
        return last.stream()
                .anyMatch(end -> end.reason().equals(Termination.OOM_KILLED)
                        && Duration.between(end.started(), end.finished()).compareTo(quickOom) < 0);
    }

    /**
     * Whether the pod is to be changed.
     *
     * @param age since the pod was started; zero where that is not known
     */
    public boolean accepts(UpdatePriority priority, boolean isQuickOom, Duration age) {
        if (isQuickOom && priority.difference() == 0) return false;
        if (priority.isOutside() || isQuickOom) return true;
        return age.compareTo(leastAge) >= 0 && priority.difference() >= leastDifference;
    }
}
