/** CronJob: when a job begins, and what happens to the jobs before it. */
@NullMarked
package dev.plimsoll.core.workloads.cronjob;

import org.jspecify.annotations.NullMarked;
