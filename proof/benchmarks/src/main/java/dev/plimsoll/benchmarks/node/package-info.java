/** How fast resizes come into force on simulated nodes, and what idle nodes cost. */
@NullMarked
package dev.plimsoll.benchmarks.node;

import org.jspecify.annotations.NullMarked;
