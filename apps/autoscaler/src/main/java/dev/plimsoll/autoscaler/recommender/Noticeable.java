package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;

/**
 * Whether a recommendation changed so that somebody would notice: a target at all, a bound by more than a hundredth. Bounds
 * drift with every sample, and to write each drift costs more than everything else.
 */
final class Noticeable {
    private static final double PART = 0.01;

    private Noticeable() {}

    static boolean differs(Recommendation before, Recommendation now) {
        if (before.containers().size() != now.containers().size()) return true;
        if (before.pod().isPresent() != now.pod().isPresent()) return true;
        for (var container : now.containers()) {
            var then = before.container(container.containerName());
            if (then.isEmpty() || differs(then.get(), container.estimate())) return true;
        }
        return before.pod().isPresent() && differs(before.pod().get(), now.pod().orElseThrow());
    }

    private static boolean differs(Estimate before, Estimate now) {
        return !before.target().equals(now.target())
                || drifted(before.lowerBound(), now.lowerBound())
                || drifted(before.upperBound(), now.upperBound());
    }

    private static boolean drifted(ResourceAmounts before, ResourceAmounts now) {
        if (!List.copyOf(before.names()).equals(now.names())) return true;
        for (var name : now.names()) {
            var then = before.amount(name).toBigDecimal().doubleValue();
            var is = now.amount(name).toBigDecimal().doubleValue();
            if (Math.abs(then - is) > PART * Math.max(then, is)) return true;
        }
        return false;
    }
}
