/** What a node is and has. */
@NullMarked
package dev.plimsoll.nodeagent.shape;

import org.jspecify.annotations.NullMarked;
