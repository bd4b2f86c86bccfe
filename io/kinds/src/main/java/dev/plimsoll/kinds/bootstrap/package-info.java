/** Objects that every cluster has from the start, and what is missing of those that are there. */
@NullMarked
package dev.plimsoll.kinds.bootstrap;

import org.jspecify.annotations.NullMarked;
