package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.cronjob.CronJobView.Concurrency;
import dev.plimsoll.controllers.cronjob.CronPlan.Note;
import dev.plimsoll.controllers.cronjob.CronPlan.Start;
import dev.plimsoll.controllers.job.JobView;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.core.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Decides whether it is time for a job of a cron job, and what becomes of those before it. */
final class CronDecision {
    /** A little after the time itself, so that it has passed by any clock. */
    private static final Duration AFTER = Duration.ofMillis(100);

    private final CronJobView view;
    private final Instant now;
    private final List<Workload> jobs;
    private final List<Note> notes = new ArrayList<>();
    private final List<Workload> active = new ArrayList<>();

    private CronDecision(Workload cronJob, List<Workload> jobs, Instant now) {
        this.view = new CronJobView(cronJob);
        this.now = now;
        this.jobs = jobs;
    }

    /** @param jobs those that the cron job controls */
    static CronPlan decide(Workload cronJob, List<Workload> jobs, Instant now) {
        return new CronDecision(cronJob, jobs, now).decided();
    }

    private CronPlan decided() {
        var status = status();
        var forget = new ArrayList<Workload>();
        forget.addAll(old(JobView.COMPLETE, view.successesKept()));
        forget.addAll(old(JobView.FAILED, view.failuresKept()));
        if (view.cronJob().meta().isBeingDeleted()) return idle(status, forget, Duration.ZERO);
        var zone = view.zone();
        if (zone.isEmpty()) {
            warn(
                    "UnknownTimeZone",
                    "invalid timeZone: \"" + view.timeZone() + "\": unknown time zone " + view.timeZone());
            return idle(status, forget, Duration.ZERO);
        }
        if (view.isSuspended()) return idle(status, forget, Duration.ZERO);
        return switch (Schedule.parse(view.schedule(), zone.get())) {
            case Schedule.Parsed.Malformed(var why) -> {
                warn("UnparseableSchedule", "unparseable schedule: \"" + view.schedule() + "\" : " + why);
                yield idle(status, forget, Duration.ZERO);
            }
            case Schedule.Parsed.Known(var schedule) -> timed(status, forget, schedule);
        };
    }

    private CronPlan timed(ObjectNode status, List<Workload> forget, Schedule schedule) {
        var missed = MissedTimes.between(view.since(now), now, schedule);
        if (missed.isMany())
            warn(
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
        var again = schedule.after(now)
                .map(next -> Duration.between(now, next).plus(AFTER))
                .orElse(Duration.ZERO);
        if (missed.newest().isEmpty()) return idle(status, forget, again);
        var scheduled = missed.newest().get();
        var job = JobOf.time(view, scheduled);
        if (isStarted(job)) return idle(status, forget, again);
        if (view.concurrency() == Concurrency.FORBID && !active.isEmpty()) {
            note(
                    "JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid");
            return idle(status, forget, again);
        }
        var replace = view.concurrency() == Concurrency.REPLACE ? active : List.<Workload>of();
        var start = new Start(job, Times.text(scheduled));
        return new CronPlan(status, forget, replace, Optional.of(start), notes, again);
    }

    private CronPlan idle(ObjectNode status, List<Workload> forget, Duration again) {
        return new CronPlan(status, forget, List.of(), Optional.empty(), notes, again);
    }

    /** By its name, which says the time. */
    private boolean isStarted(ObjectNode job) {
        var name = job.at("/metadata/name").asText();
        return jobs.stream().anyMatch(each -> each.name().name().equals(name));
    }

    /** With the jobs that run, and the newest that succeeded. */
    private ObjectNode status() {
        var before = view.cronJob().status();
        var status = before.isObject() ? (ObjectNode) before.deepCopy() : Json.object();
        var listed = new ArrayList<String>();
        for (var reference : before.path("active"))
            listed.add(reference.path("uid").asText());
        for (var job : jobs) {
            var isListed = listed.remove(job.uid());
            var ended = new JobView(job);
            if (!ended.isFinished()) {
                // Made by a controller that ended before it could write that down: it counts like any other.
                if (!isListed)
                    warn(
                            "UnexpectedJob",
                            "Saw a job that the controller did not create or forgot: "
                                    + job.name().name());
                active.add(job);
                continue;
            }
            var condition = ended.has(JobView.COMPLETE) ? JobView.COMPLETE : JobView.FAILED;
            if (isListed)
                note("SawCompletedJob", "Saw completed job: " + job.name().name() + ", condition: " + condition);
            if (condition.equals(JobView.COMPLETE)) succeeded(status, job);
        }
        for (var reference : before.path("active")) {
            if (listed.contains(reference.path("uid").asText()))
                note(
                        "MissingJob",
                        "Active job went missing: " + reference.path("name").asText());
        }
        var references = status.putArray("active");
        for (var job : active) references.add(JobOf.reference(job));
        if (references.isEmpty()) status.remove("active");
        return status;
    }

    private static void succeeded(ObjectNode status, Workload job) {
        var ended = Times.parse(job.status().path("completionTime").asText());
        var known = Times.parse(status.path("lastSuccessfulTime").asText());
        if (ended.isPresent() && (known.isEmpty() || known.get().isBefore(ended.get())))
            status.put("lastSuccessfulTime", Times.text(ended.get()));
    }

    /** Of the jobs that ended so, all but the newest. */
    private List<Workload> old(String condition, int kept) {
        var ended = jobs.stream()
                .filter(job -> new JobView(job).has(condition) && !job.meta().isBeingDeleted())
                .sorted(Comparator.comparing(
                                (Workload job) -> new JobView(job).started().orElse(Instant.MAX))
                        .thenComparing(Workload::name))
                .toList();
        return ended.subList(0, Math.max(0, ended.size() - Math.max(0, kept)));
    }

    private void warn(String reason, String message) {
        notes.add(new Note(true, reason, message));
    }

    private void note(String reason, String message) {
        notes.add(new Note(false, reason, message));
    }
}
