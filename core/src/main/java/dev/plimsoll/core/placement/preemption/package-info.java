/** Which pods must go so that a more important one can run. */
@NullMarked
package dev.plimsoll.core.placement.preemption;

import org.jspecify.annotations.NullMarked;
