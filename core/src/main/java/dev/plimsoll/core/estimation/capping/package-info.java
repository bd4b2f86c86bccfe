/** Recommendations fitted to one pod in its namespace: LimitRanges, policies, limits in proportion. */
@NullMarked
package dev.plimsoll.core.estimation.capping;

import org.jspecify.annotations.NullMarked;
