/** Faults of single processes of a cluster of many, under a steady load. */
@NullMarked
package dev.plimsoll.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
