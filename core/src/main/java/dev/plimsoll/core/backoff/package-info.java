/** How long something that failed waits before it is tried again. */
@NullMarked
package dev.plimsoll.core.backoff;

import org.jspecify.annotations.NullMarked;
