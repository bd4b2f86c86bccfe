/** Figures of all benchmarks in one form: measured several times, kept in a file, compared with those of before or of another commit. */
@NullMarked
package dev.plimsoll.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
