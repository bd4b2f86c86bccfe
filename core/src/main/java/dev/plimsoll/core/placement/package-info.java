/** Where pods run: decisions over a table of nodes. Nothing here waits, reads a clock or talks to anybody. */
@NullMarked
package dev.plimsoll.core.placement;

import org.jspecify.annotations.NullMarked;
