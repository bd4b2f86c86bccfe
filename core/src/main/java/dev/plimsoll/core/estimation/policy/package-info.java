/** What a VerticalPodAutoscaler object says about how recommendations are bounded, and the bounding. */
@NullMarked
package dev.plimsoll.core.estimation.policy;

import org.jspecify.annotations.NullMarked;
