/** Which running pods are changed, in which order, how many at a time, and in place or by eviction. */
@NullMarked
package dev.plimsoll.core.estimation.update;

import org.jspecify.annotations.NullMarked;
