/** Outcomes beside each other: what a change does to a cluster. */
@NullMarked
package dev.plimsoll.core.prediction.comparison;

import org.jspecify.annotations.NullMarked;
