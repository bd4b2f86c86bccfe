/** A node in one thread and in time that only tests let pass. */
@NullMarked
package dev.plimsoll.nodeagent.testing;

import org.jspecify.annotations.NullMarked;
