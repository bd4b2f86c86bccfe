package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** What a cron job asks for. */
record CronJobView(Workload cronJob) {
    /** What happens when it is time and the job before has not ended. */
    enum Concurrency {
        ALLOW,
        FORBID,
        REPLACE
    }

    Concurrency concurrency() {
        return switch (cronJob.spec().path("concurrencyPolicy").asText()) {
            case "Forbid" -> Concurrency.FORBID;
            case "Replace" -> Concurrency.REPLACE;
            default -> Concurrency.ALLOW;
        };
    }

    boolean isSuspended() {
        return cronJob.spec().path("suspend").asBoolean();
    }

    String schedule() {
        return cronJob.spec().path("schedule").asText();
    }

    String timeZone() {
        return cronJob.spec().path("timeZone").asText("");
    }

    /** Empty if nobody knows such a place. */
    Optional<ZoneId> zone() {
        try {
            return Optional.of(timeZone().isEmpty() ? ZoneOffset.UTC : ZoneId.of(timeZone()));
        } catch (DateTimeException _) {
            return Optional.empty(); // told as an event
        }
    }

    Optional<Duration> startingDeadline() {
        var seconds = cronJob.spec().path("startingDeadlineSeconds");
        return seconds.isNumber() ? Optional.of(Duration.ofSeconds(seconds.asLong())) : Optional.empty();
    }

    int successesKept() {
        return cronJob.number("successfulJobsHistoryLimit", 3);
    }

    int failuresKept() {
        return cronJob.number("failedJobsHistoryLimit", 1);
    }

    JsonNode jobTemplate() {
        return cronJob.spec().path("jobTemplate");
    }

    Optional<Instant> lastScheduled() {
        return Times.parse(cronJob.status().path("lastScheduleTime").asText());
    }

    /** Since when times count that have not been seen to. */
    Instant since(Instant now) {
        var from = lastScheduled().orElseGet(() -> cronJob.meta().created());
        var deadline = startingDeadline().map(now::minus);
        return deadline.isPresent() && deadline.get().isAfter(from) ? deadline.get() : from;
    }
}
