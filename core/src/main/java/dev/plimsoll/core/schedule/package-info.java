/** Times and durations as people write them: cron schedules, {@code 1h30m}. */
@NullMarked
package dev.plimsoll.core.schedule;

import org.jspecify.annotations.NullMarked;
