/** What is special about pods. */
@NullMarked
package dev.plimsoll.kinds.strategy.pod;

import org.jspecify.annotations.NullMarked;
