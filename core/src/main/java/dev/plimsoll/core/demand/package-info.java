/** What a pod asks for and may use: the one calculation that every component shares. */
@NullMarked
package dev.plimsoll.core.demand;

import org.jspecify.annotations.NullMarked;
