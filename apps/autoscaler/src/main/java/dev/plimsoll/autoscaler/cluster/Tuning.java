package dev.plimsoll.autoscaler.cluster;

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
public record Tuning(double oomRatio, long oomLeast, Duration interval, long intervals) {
    public static final Tuning NONE = new Tuning(0, -1, Duration.ZERO, 0);

    public SamplingRules over(SamplingRules rules) {
        if (equals(NONE)) return rules;
        return new SamplingRules(
                interval.isZero() ? rules.intervalMillis() : interval.toMillis(),
                oomRatio > 0 ? oomRatio : rules.oomRatio(),
                oomLeast >= 0 ? oomLeast : rules.oomLeast());
    }
}
