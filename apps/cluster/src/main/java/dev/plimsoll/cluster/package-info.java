/** A whole cluster in one process: what `plimsoll up` runs, and what tests get. */
@NullMarked
package dev.plimsoll.cluster;

import org.jspecify.annotations.NullMarked;
