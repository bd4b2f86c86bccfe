/** Ends the pods of nodes that go down, in their order. */
@NullMarked
package dev.plimsoll.nodeagent.shutdown;

import org.jspecify.annotations.NullMarked;
