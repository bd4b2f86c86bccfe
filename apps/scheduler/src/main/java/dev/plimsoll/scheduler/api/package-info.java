/** What the scheduler writes to the API: bindings, conditions, evictions, events. */
@NullMarked
package dev.plimsoll.scheduler.api;

import org.jspecify.annotations.NullMarked;
