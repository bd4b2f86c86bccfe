/** What is special about each built-in kind. */
@NullMarked
package dev.plimsoll.kinds.strategy.builtin;

import org.jspecify.annotations.NullMarked;
