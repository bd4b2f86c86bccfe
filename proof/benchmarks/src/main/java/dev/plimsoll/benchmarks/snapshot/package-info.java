/** Snapshots of clusters that do not exist, as large as one likes, and how long they take to read. */
@NullMarked
package dev.plimsoll.benchmarks.snapshot;

import org.jspecify.annotations.NullMarked;
