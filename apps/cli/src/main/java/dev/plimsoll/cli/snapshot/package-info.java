/** Snapshots of running clusters, in a file. */
@NullMarked
package dev.plimsoll.cli.snapshot;

import org.jspecify.annotations.NullMarked;
