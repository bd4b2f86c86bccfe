/**
 * Recorded use played through on a cluster: what pods get under their limits, how many replicas horizontal autoscalers want, and what
 * vertical ones change, as far as nodes and budgets let them.
 */
@NullMarked
package dev.plimsoll.core.prediction.autoscaling;

import org.jspecify.annotations.NullMarked;
