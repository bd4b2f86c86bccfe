/** Recorded use replayed through the recommender and the updater: what would have been requested, throttled and killed. */
@NullMarked
package dev.plimsoll.core.estimation.replay;

import org.jspecify.annotations.NullMarked;
