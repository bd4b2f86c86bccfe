/** Benchmarks. Figures belong into docs/performance.md, together with the command that gave them. */
@NullMarked
package dev.plimsoll.benchmarks;

import org.jspecify.annotations.NullMarked;
