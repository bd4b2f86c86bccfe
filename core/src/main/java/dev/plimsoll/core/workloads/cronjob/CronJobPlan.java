package dev.plimsoll.core.workloads.cronjob;

import dev.plimsoll.core.workloads.WorkloadEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done about a cron job, in this order: old jobs go, those that are to be replaced go, the one whose time has come is
 * made, the status is stored.
 *
 * @param active jobs that run, but for the one that is made
 * @param lastSuccessfulTimeOrNull when the newest job completed that did
 * @param forget jobs that ended and are more than are kept
 * @param replace jobs that make room for the one that is made
 * @param startOrNull the job whose time has come
 * @param requeueAfter when the next time comes; zero for never
 */
public record CronJobPlan(
        List<OwnedJob> active,
        @Nullable Instant lastSuccessfulTimeOrNull,
        List<OwnedJob> forget,
        List<OwnedJob> replace,
        @Nullable Start startOrNull,
        List<WorkloadEvent> events,
        Duration requeueAfter) {
    public CronJobPlan {
        active = List.copyOf(active);
        forget = List.copyOf(forget);
        replace = List.copyOf(replace);
        events = List.copyOf(events);
    }

    /** A job, and the time that it is for. Its name contains the time, so that none is made twice. */
    public record Start(String name, Instant scheduled, ZoneId zone) {}
}
