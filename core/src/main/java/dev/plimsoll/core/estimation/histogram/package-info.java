/** Decaying histograms: how much of a resource was used, recent use counting more. */
@NullMarked
package dev.plimsoll.core.estimation.histogram;

import org.jspecify.annotations.NullMarked;
