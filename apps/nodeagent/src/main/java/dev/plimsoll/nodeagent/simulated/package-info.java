/** A runtime without containers: it keeps the books of one, and lets them use, end and fail as asked. */
@NullMarked
package dev.plimsoll.nodeagent.simulated;

import org.jspecify.annotations.NullMarked;
