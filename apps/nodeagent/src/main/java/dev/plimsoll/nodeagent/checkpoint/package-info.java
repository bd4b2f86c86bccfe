/** What a node writes down before it acts. */
@NullMarked
package dev.plimsoll.nodeagent.checkpoint;

import org.jspecify.annotations.NullMarked;
