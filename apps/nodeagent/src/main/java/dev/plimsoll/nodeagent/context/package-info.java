/** What all nodes of a process share. */
@NullMarked
package dev.plimsoll.nodeagent.context;

import org.jspecify.annotations.NullMarked;
