package dev.plimsoll.core.workloads;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/** After how long a workload is looked at again although nothing has changed. Zero means never. */
public final class RequeueAfter {
    public static final Duration NEVER = Duration.ZERO;

    private RequeueAfter() {}

    public static Duration sooner(Duration one, Duration other) {
        if (one.isZero()) return other;
        if (other.isZero()) return one;
        return one.compareTo(other) < 0 ? one : other;
    }

    /** When the next of these pods that is ready becomes available; never if none does. */
    public static Duration nextAvailable(Collection<ControlledPod> pods, int minReadySeconds, Instant now) {
        var again = NEVER;
        for (var pod : pods) again = sooner(again, pod.untilAvailable(minReadySeconds, now));
        return again;
    }
}
