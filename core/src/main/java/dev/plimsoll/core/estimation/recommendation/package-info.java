/** From remembered use to recommended requests. */
@NullMarked
package dev.plimsoll.core.estimation.recommendation;

import org.jspecify.annotations.NullMarked;
