/** What can be special about a kind: defaults, what a write may change, what must hold. */
@NullMarked
package dev.plimsoll.kinds.strategy;

import org.jspecify.annotations.NullMarked;
