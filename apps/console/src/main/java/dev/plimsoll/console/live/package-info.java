/** Viewers and the loop that keeps them up to date. */
@NullMarked
package dev.plimsoll.console.live;

import org.jspecify.annotations.NullMarked;
