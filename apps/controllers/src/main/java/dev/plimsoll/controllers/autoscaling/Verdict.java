package dev.plimsoll.controllers.autoscaling;

import dev.plimsoll.core.estimation.replicas.Finding;
import dev.plimsoll.core.estimation.replicas.ScalingHistory;
import dev.plimsoll.core.estimation.replicas.Sizing;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a workload's size.
 *
 * @param why a change is made, as its event says; empty where none is
 * @param scalingActiveOrNull absent where metrics were not asked
 */
record Verdict(
        int replicas,
        String why,
        @Nullable Finding ableToScaleOrNull,
        @Nullable Finding scalingActiveOrNull,
        @Nullable Finding scalingLimitedOrNull,
        ScalingHistory history) {
    private static final Finding DISABLED =
            new Finding(false, "ScalingDisabled", "scaling is disabled since the replica count of the target is zero");

    /** Whether metrics have to be asked: not where the size is outside the range, or somebody has switched the workload off. */
    static Optional<Verdict> withoutMetrics(AutoscalerSpec spec, int current, ScalingHistory history) {
        var range = spec.range();
        if (current == 0 && range.minReplicas() != 0) {
            return Optional.of(new Verdict(0, "", null, DISABLED, null, history));
        }
        if (current > range.maxReplicas()) {
            return Optional.of(new Verdict(
                    range.maxReplicas(),
                    "Current number of replicas above Spec.MaxReplicas",
                    null,
                    null,
                    null,
                    history));
        }
        if (current < range.minReplicas()) {
            return Optional.of(new Verdict(
                    range.minReplicas(),
                    "Current number of replicas below Spec.MinReplicas",
                    null,
                    null,
                    null,
                    history));
        }
        return Optional.empty();
    }

    static Verdict of(
            AutoscalerSpec spec, Sizing sizing, Round.Said said, int current, ScalingHistory history, Instant now) {
        if (said.replicas() < 0) return new Verdict(current, "", null, said.scalingActive(), null, history);
        var why = said.replicas() > current
                ? said.metric() + " above target"
                : said.replicas() < current ? "All metrics below target" : "";
        var sized = spec.behavior()
                .map(behavior -> sizing.by(behavior, current, said.replicas(), history, now))
                .orElseGet(() -> sizing.plain(current, said.replicas(), history, now));
        return new Verdict(
                sized.replicas(),
                why,
                sized.ableToScale(),
                said.scalingActive(),
                sized.scalingLimited(),
                sized.history());
    }
}
