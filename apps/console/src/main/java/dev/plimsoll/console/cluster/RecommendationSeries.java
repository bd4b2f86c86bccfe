package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;

/**
 * Which series of recommendations.
 *
 * @param container empty for the pod as a whole
 */
public record RecommendationSeries(ObjectName autoscaler, String container, Compute compute) {}
