/** Whole clusters of shipped programs on one thread, with faults of every kind, in an order that a seed decides. */
@NullMarked
package dev.plimsoll.simulation.faults;

import org.jspecify.annotations.NullMarked;
