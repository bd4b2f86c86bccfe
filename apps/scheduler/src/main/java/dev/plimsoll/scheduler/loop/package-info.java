/** The loop that owns the table of nodes and the queue of pods, and decides. */
@NullMarked
package dev.plimsoll.scheduler.loop;

import org.jspecify.annotations.NullMarked;
