/** What every program shares: its context, reports, timers and leadership. Nothing here knows a program. */
@NullMarked
package dev.plimsoll.runtime;

import org.jspecify.annotations.NullMarked;
