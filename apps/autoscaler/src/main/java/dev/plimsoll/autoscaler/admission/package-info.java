/** The webhook that gives new pods their recommendations. */
@NullMarked
package dev.plimsoll.autoscaler.admission;

import org.jspecify.annotations.NullMarked;
