/** What carries out the acts of a node: the way to containers. */
@NullMarked
package dev.plimsoll.nodeagent.runtime;

import org.jspecify.annotations.NullMarked;
