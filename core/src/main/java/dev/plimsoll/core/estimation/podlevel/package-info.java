/** Recommendations for pods as a whole: their sums, bounds and shares (AEP-7571). */
@NullMarked
package dev.plimsoll.core.estimation.podlevel;

import org.jspecify.annotations.NullMarked;
