package dev.plimsoll.core.workloads.horizontal;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The size that a workload is to have.
 *
 * @param why a change is made, as its event says; empty where none is
 * @param scalingActiveOrNull absent where metrics were not asked
 */
public record ScalingDecision(
        int replicas,
        String why,
        @Nullable Finding ableToScaleOrNull,
        @Nullable Finding scalingActiveOrNull,
        @Nullable Finding scalingLimitedOrNull,
        ScalingHistory history) {
    private static final Finding DISABLED =
            new Finding(false, "ScalingDisabled", "scaling is disabled since the replica count of the target is zero");

    /** Whether metrics have to be asked: not where the size is outside the range, or somebody has switched the workload off. */
    public static Optional<ScalingDecision> withoutMetrics(AutoscalerSpec spec, int current, ScalingHistory history) {
        var range = spec.range();
        if (current == 0 && range.minReplicas() != 0) {
            return Optional.of(new ScalingDecision(0, "", null, DISABLED, null, history));
        }
        if (current > range.maxReplicas()) {
            return Optional.of(new ScalingDecision(
                    range.maxReplicas(),
                    "Current number of replicas above Spec.MaxReplicas",
                    null,
                    null,
                    null,
                    history));
        }
        if (current < range.minReplicas()) {
            return Optional.of(new ScalingDecision(
                    range.minReplicas(),
                    "Current number of replicas below Spec.MinReplicas",
                    null,
                    null,
                    null,
                    history));
        }
        return Optional.empty();
    }

    public static ScalingDecision of(
            AutoscalerSpec spec,
            ReplicaDecision sizing,
            MetricsEvaluation.Result said,
            int current,
            ScalingHistory history,
            Instant now) {
        if (said.replicas() < 0) return new ScalingDecision(current, "", null, said.scalingActive(), null, history);
        var why = said.replicas() > current
                ? said.metric() + " above target"
                : said.replicas() < current ? "All metrics below target" : "";
        var sized = spec.behavior()
                .map(behavior -> sizing.by(behavior, current, said.replicas(), history, now))
                .orElseGet(() -> sizing.plain(current, said.replicas(), history, now));
        return new ScalingDecision(
                sized.replicas(),
                why,
                sized.ableToScale(),
                said.scalingActive(),
                sized.scalingLimited(),
                sized.history());
    }
}
