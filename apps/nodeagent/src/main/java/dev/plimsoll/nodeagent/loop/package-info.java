/** The loop of a node: the machine, and those who do what it asks. */
@NullMarked
package dev.plimsoll.nodeagent.loop;

import org.jspecify.annotations.NullMarked;
