/**
 * A node's pods from admission to their end, in-place resize above all: {@code step(state, event) -> (state, effects)}. See
 * docs/decisions/0004-resize-machine.md.
 */
@NullMarked
package dev.plimsoll.core.resize;

import org.jspecify.annotations.NullMarked;
