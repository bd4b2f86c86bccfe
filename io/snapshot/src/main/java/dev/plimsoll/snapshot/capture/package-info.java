/** Takes snapshots of running clusters. */
@NullMarked
package dev.plimsoll.snapshot.capture;

import org.jspecify.annotations.NullMarked;
