package dev.plimsoll.core.workloads.cronjob;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a cron job asks for, and what it reports so far.
 *
 * @param timeZone empty for UTC
 * @param startingDeadlineOrNull null where a job may start however late
 * @param successesKept how many jobs that completed are kept
 * @param failuresKept how many jobs that failed are kept
 * @param active the jobs that its status lists as running
 */
public record CronJobSpec(
        String name,
        Instant created,
        boolean isBeingDeleted,
        String schedule,
        String timeZone,
        boolean isSuspended,
        ConcurrencyPolicy concurrencyPolicy,
        @Nullable Duration startingDeadlineOrNull,
        int successesKept,
        int failuresKept,
        @Nullable Instant lastScheduleTimeOrNull,
        @Nullable Instant lastSuccessfulTimeOrNull,
        List<ActiveJob> active) {
    /** What happens when it is time and the job before has not ended. */
    public enum ConcurrencyPolicy {
        ALLOW,
        FORBID,
        REPLACE
    }

    /** An entry of {@code status.active}. */
    public record ActiveJob(String name, String uid) {}

    public CronJobSpec {
        active = List.copyOf(active);
    }

    /** Empty if there is no such time zone. */
    public Optional<ZoneId> zone() {
        try {
            return Optional.of(timeZone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(timeZone));
        } catch (DateTimeException _) {
            return Optional.empty(); // reported as an event
        }
    }

    /** The time after which scheduled times count that have not been handled. */
    Instant since(Instant now) {
        var from = lastScheduleTimeOrNull == null ? created : lastScheduleTimeOrNull;
        var earliest = startingDeadlineOrNull == null ? from : now.minus(startingDeadlineOrNull);
        return earliest.isAfter(from) ? earliest : from;
    }
}
