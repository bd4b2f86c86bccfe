package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.core.prediction.ConsolidationOutcome;
import dev.plimsoll.core.prediction.PodFate;
import dev.plimsoll.core.prediction.PredictedOutcome;

/**
 * Which nodes could go if pods asked for their resources at one level.
 *
 * @param level such as {@code container level}
 * @param waiting how many pods have no node
 */
public record LevelConsolidation(String level, ConsolidationOutcome outcome, int waiting) {
    static LevelConsolidation of(String level, PredictedOutcome outcome) {
        var found = outcome.consolidationOrNull();
        if (found == null) throw new IllegalStateException("nobody asked which nodes could go");
        var waiting = outcome.pods().stream().filter(PodFate::waits).count();
        return new LevelConsolidation(level, found, Math.toIntExact(waiting));
    }
}
