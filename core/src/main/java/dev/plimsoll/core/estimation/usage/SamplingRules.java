package dev.plimsoll.core.estimation.usage;

import dev.plimsoll.core.estimation.Compute;
import java.time.Duration;

/**
 * How samples of one container are taken in.
 *
 * @param intervalMillis each container has one peak of memory per interval
 * @param oomRatio a container that was killed for memory needs its use times this,
 * @param oomLeast or its use and these bytes, whichever is more
 */
public record SamplingRules(long intervalMillis, double oomRatio, long oomLeast) {
    public static final SamplingRules DEFAULT = new SamplingRules(Duration.ofHours(24), 1.2, 100L << 20);

    public SamplingRules {
        if (intervalMillis <= 0) throw new IllegalArgumentException("an interval is longer than nothing");
    }

    public SamplingRules(Duration interval, double oomRatio, long oomLeast) {
        this(interval.toMillis(), oomRatio, oomLeast);
    }

    /** What a container would have needed that was killed at this use. */
    long needed(long used) {
        var more = Math.min(used + Math.min(oomLeast, Compute.LARGEST), Compute.LARGEST);
        return Math.max(more, Compute.scaled(used, oomRatio));
    }
}
