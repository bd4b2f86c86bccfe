package dev.plimsoll.cli.recommend;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.RecommendationText;
import dev.plimsoll.core.estimation.report.Risk;

/** Risks as people read them. */
final class RiskText {
    private RiskText() {}

    static String of(Risk risk) {
        var who = risk.container().isEmpty() ? "pod" : risk.container();
        var what = risk.compute() == Compute.CPU ? "CPU" : "memory";
        return switch (risk.kind()) {
            case KILLED -> who + " was killed for memory" + (risk.given() == 0 ? "" : " at " + given(risk));
            case NEAR_LIMIT ->
                who + " used " + 100 * risk.needed() / risk.given() + " % of its limit of " + given(risk);
            case NOT_REQUESTED -> who + " requests no " + what + " and needs " + needed(risk);
            case TOO_LITTLE -> who + " requests " + given(risk) + " " + what + " and needs " + needed(risk);
        };
    }

    private static String needed(Risk risk) {
        return RecommendationText.of(risk.compute(), risk.needed());
    }

    private static String given(Risk risk) {
        return RecommendationText.of(risk.compute(), risk.given());
    }
}
