package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.core.prediction.ConsolidationOutcome;

/**
 * Which nodes could go if pods asked for their resources at one level.
 *
 * @param level such as {@code container level}
 */
public record LevelConsolidation(String level, ConsolidationOutcome outcome) {}
