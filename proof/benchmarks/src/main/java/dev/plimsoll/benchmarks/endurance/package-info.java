/** A cluster under a load that goes on: nothing fails, nothing grows, every resize ends. */
@NullMarked
package dev.plimsoll.benchmarks.endurance;

import org.jspecify.annotations.NullMarked;
