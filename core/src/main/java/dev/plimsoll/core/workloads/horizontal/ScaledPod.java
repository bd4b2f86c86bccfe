package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of the pods that a horizontal pod autoscaler counts.
 *
 * @param usageOrNull what it used, where that is known
 */
public record ScaledPod(
        Pod pod,
        @Nullable Instant startedOrNull,
        @Nullable Readiness readinessOrNull,
        @Nullable PodMetricUsage usageOrNull) {

    /** The condition Ready and when it became so. */
    public record Readiness(boolean isReady, Instant since) {}

    /** How a pod counts. */
    public enum Group {
        READY,
        /** Its use says nothing yet. */
        UNREADY,
        /** Nothing is known of its use. */
        MISSING,
        IGNORED
    }

    /**
     * How long young pods are doubted.
     *
     * @param initialization for so long after its start a pod's use of CPU is doubted
     * @param readinessDelay a pod that became unready this soon after its start has never been ready
     */
    public record Periods(Duration initialization, Duration readinessDelay) {
        public static final Periods DEFAULT = new Periods(Duration.ofMinutes(5), Duration.ofSeconds(30));
    }

    public Optional<PodMetricUsage> usage() {
        return Optional.ofNullable(usageOrNull);
    }

    public Group group(MetricTarget metric, Periods periods, Instant now) {
        var phase = pod.status().phase();
        if (pod.metadata().deletion().isPresent() || phase.equals("Failed")) return Group.IGNORED;
        if (phase.equals("Pending")) return Group.UNREADY;
        if (usageOrNull == null || metric.of(usageOrNull).isEmpty()) return Group.MISSING;
        var isCpu = metric.resource().text().equals("cpu");
        return isCpu && !hasSettled(usageOrNull, periods, now) ? Group.UNREADY : Group.READY;
    }

    private boolean hasSettled(PodMetricUsage usage, Periods periods, Instant now) {
        var started = startedOrNull;
        var readiness = readinessOrNull;
        if (started == null || readiness == null) return false;
        if (now.isBefore(started.plus(periods.initialization()))) {
            return readiness.isReady()
                    && !usage.time().isBefore(readiness.since().plus(usage.window()));
        }
        return readiness.isReady() || !started.plus(periods.readinessDelay()).isAfter(readiness.since());
    }
}
