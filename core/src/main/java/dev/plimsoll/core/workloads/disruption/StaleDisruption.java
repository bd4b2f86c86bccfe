package dev.plimsoll.core.workloads.disruption;

import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When condition DisruptionTarget is taken back from a pod that was announced to go and is still there. */
public final class StaleDisruption {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private StaleDisruption() {}

    public static boolean isAnnounced(ControlledPod pod) {
        return pod.disruption().isAfter(Instant.EPOCH) && pod.isActive();
    }

    /** How long the announcement still stands, zero or less where it is stale; empty where there is none. */
    public static Optional<Duration> left(ControlledPod pod, Instant now) {
        return isAnnounced(pod)
                ? Optional.of(Duration.between(now, pod.disruption().plus(TIMEOUT)))
                : Optional.empty();
    }
}
