package dev.plimsoll.core.workloads.cronjob;

import dev.plimsoll.core.schedule.Schedule;
import dev.plimsoll.core.workloads.RequeueAfter;
import dev.plimsoll.core.workloads.WorkloadEvent;
import dev.plimsoll.core.workloads.cronjob.CronJobPlan.Start;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ActiveJob;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ConcurrencyPolicy;
import dev.plimsoll.core.workloads.cronjob.OwnedJob.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides whether it is time for a job of a cron job, and what happens to those before it. */
public final class CronJobDecision {
    /** A little after the time itself, so that it has passed by any clock. */
    private static final Duration AFTER = Duration.ofMillis(100);

    private static final Comparator<OwnedJob> OLDEST_FIRST = Comparator.comparing(
                    (OwnedJob job) -> job.startedOrNull() == null ? Instant.MAX : job.startedOrNull())
            .thenComparing(OwnedJob::name);

    private final CronJobSpec spec;
    private final Instant now;
    private final List<OwnedJob> jobs;
    private final List<WorkloadEvent> events = new ArrayList<>();
    private final List<OwnedJob> active = new ArrayList<>();
    private final List<OwnedJob> forget = new ArrayList<>();
    private @Nullable Instant lastSuccessful;

    private CronJobDecision(CronJobSpec spec, List<OwnedJob> jobs, Instant now) {
        this.spec = spec;
        this.now = now;
        this.jobs = jobs;
        this.lastSuccessful = spec.lastSuccessfulTimeOrNull();
    }

    /** Decides; the jobs are those that the cron job controls. */
    public static CronJobPlan decide(CronJobSpec spec, List<OwnedJob> jobs, Instant now) {
        return new CronJobDecision(spec, jobs, now).decided();
    }

    private CronJobPlan decided() {
        reviewJobs();
        forget.addAll(surplus(Outcome.COMPLETE, spec.successesKept()));
        forget.addAll(surplus(Outcome.FAILED, spec.failuresKept()));
        if (spec.isBeingDeleted()) return idle(RequeueAfter.NEVER);
        var zone = spec.zone();
        if (zone.isEmpty()) {
            warn(
                    "UnknownTimeZone",
                    "invalid timeZone: \"" + spec.timeZone() + "\": unknown time zone " + spec.timeZone());
            return idle(RequeueAfter.NEVER);
        }
        if (spec.isSuspended()) return idle(RequeueAfter.NEVER);
        return switch (Schedule.parse(spec.schedule(), zone.get())) {
            case Schedule.Parsed.Malformed(var why) -> {
                warn("UnparseableSchedule", "unparseable schedule: \"" + spec.schedule() + "\" : " + why);
                yield idle(RequeueAfter.NEVER);
            }
            case Schedule.Parsed.Known(var schedule) -> timed(schedule, zone.get());
        };
    }

    private CronJobPlan timed(Schedule schedule, ZoneId zone) {
        var next = schedule.after(now);
        if (next.isEmpty()) {
            // A day that never comes, such as 31 February.
            warn(
                    "InvalidSchedule",
                    "invalid schedule: " + spec.schedule()
                            + " : time difference between two schedules is less than 1 second");
            return idle(RequeueAfter.NEVER);
        }
        var missed = MissedTimes.between(spec.since(now), now, schedule);
        if (missed.isMany())
            warn(
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
        var requeueAfter = Duration.between(now, next.get()).plus(AFTER);
        if (missed.newest().isEmpty()) return idle(requeueAfter);
        var scheduled = missed.newest().get();
        var name = spec.name() + "-" + scheduled.getEpochSecond() / 60;
        if (jobs.stream().anyMatch(each -> each.name().equals(name))) return idle(requeueAfter);
        if (spec.concurrencyPolicy() == ConcurrencyPolicy.FORBID && !active.isEmpty()) {
            note(
                    "JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid");
            return idle(requeueAfter);
        }
        var replace = spec.concurrencyPolicy() == ConcurrencyPolicy.REPLACE ? active : List.<OwnedJob>of();
        return plan(replace, new Start(name, scheduled, zone), requeueAfter);
    }

    private CronJobPlan idle(Duration requeueAfter) {
        return plan(List.of(), null, requeueAfter);
    }

    private CronJobPlan plan(List<OwnedJob> replace, @Nullable Start start, Duration requeueAfter) {
        return new CronJobPlan(active, lastSuccessful, forget, replace, start, events, requeueAfter);
    }

    /** Finds the jobs that run, and the newest that succeeded. */
    private void reviewJobs() {
        var listed = spec.active().stream().map(ActiveJob::uid).collect(Collectors.toCollection(HashSet::new));
        for (var job : jobs) {
            var isListed = listed.remove(job.uid());
            if (job.outcome() == Outcome.RUNNING) {
                // Made by a controller that ended before it could write that down: it counts like any other.
                if (!isListed)
                    warn("UnexpectedJob", "Saw a job that the controller did not create or forgot: " + job.name());
                active.add(job);
                continue;
            }
            var condition = job.outcome() == Outcome.COMPLETE ? "Complete" : "Failed";
            if (isListed) note("SawCompletedJob", "Saw completed job: " + job.name() + ", condition: " + condition);
            if (job.outcome() == Outcome.COMPLETE) succeeded(job);
        }
        for (var reference : spec.active()) {
            if (listed.contains(reference.uid())) note("MissingJob", "Active job went missing: " + reference.name());
        }
    }

    private void succeeded(OwnedJob job) {
        var ended = job.completedOrNull();
        var known = lastSuccessful;
        if (ended != null && (known == null || known.isBefore(ended))) lastSuccessful = ended;
    }

    /** Of the jobs that ended so, all but the newest. */
    private List<OwnedJob> surplus(Outcome outcome, int kept) {
        var ended = jobs.stream()
                .filter(job -> job.outcome() == outcome && !job.isBeingDeleted())
                .sorted(OLDEST_FIRST)
                .toList();
        return ended.subList(0, Math.max(0, ended.size() - Math.max(0, kept)));
    }

    private void warn(String reason, String message) {
        events.add(WorkloadEvent.warning(reason, message));
    }

    private void note(String reason, String message) {
        events.add(WorkloadEvent.normal(reason, message));
    }
}
