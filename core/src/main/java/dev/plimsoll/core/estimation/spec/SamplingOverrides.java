package dev.plimsoll.core.estimation.spec;

import dev.plimsoll.core.estimation.usage.SamplingRules;
import java.time.Duration;

/**
 * What an object says of how samples of a container are taken in; counts with the gate {@code PerVPAConfig}.
 *
 * @param oomRatio 0 where the recommender's own setting holds
 * @param oomLeast -1 where the recommender's own setting holds
 * @param interval zero where the recommender's own setting holds
 * @param intervals 0 where the recommender's own setting holds
 */
public record SamplingOverrides(double oomRatio, long oomLeast, Duration interval, long intervals) {
    /** More would be longer than a number of milliseconds can say. */
    private static final int MOST_INTERVALS = 1_000_000;

    public static final SamplingOverrides NONE = new SamplingOverrides(0, -1, Duration.ZERO, 0);

    /** As an object says it; what the webhook would have refused counts as not said. */
    public static SamplingOverrides of(double oomRatio, long oomLeast, long intervalSeconds, long intervals) {
        return new SamplingOverrides(
                oomRatio >= 1 ? oomRatio : NONE.oomRatio,
                oomLeast >= 0 ? oomLeast : NONE.oomLeast,
                intervalSeconds >= 1 ? Duration.ofSeconds(intervalSeconds) : NONE.interval,
                Math.clamp(intervals, 0, MOST_INTERVALS));
    }

    public SamplingRules over(SamplingRules rules) {
        if (equals(NONE)) return rules;
        return new SamplingRules(
                interval.isZero() ? rules.intervalMillis() : interval.toMillis(),
                oomRatio > 0 ? oomRatio : rules.oomRatio(),
                oomLeast >= 0 ? oomLeast : rules.oomLeast());
    }
}
