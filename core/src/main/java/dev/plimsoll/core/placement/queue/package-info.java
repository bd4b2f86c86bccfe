/** Which pod is tried next, and when one that did not fit is tried again. */
@NullMarked
package dev.plimsoll.core.placement.queue;

import org.jspecify.annotations.NullMarked;
