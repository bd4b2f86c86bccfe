package dev.plimsoll.core.workloads.cronjob;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ActiveJob;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ConcurrencyPolicy;
import dev.plimsoll.core.workloads.cronjob.OwnedJob.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a job begins, and what becomes of the jobs before it. It is noon on the first of January 2026. */
class CronJobDecisionTest {
    /** A cron job, field by field. */
    private static final class Draft {
        private final String schedule;
        private String timeZone = "";
        private boolean isSuspended;
        private ConcurrencyPolicy concurrency = ConcurrencyPolicy.ALLOW;
        private @Nullable Duration deadline;
        private int successes = 3;
        private int failures = 1;
        private @Nullable Instant last;
        private List<ActiveJob> active = List.of();

        Draft(String schedule) {
            this.schedule = schedule;
        }

        Draft timeZone(String changed) {
            timeZone = changed;
            return this;
        }

        Draft suspended() {
            isSuspended = true;
            return this;
        }

        Draft concurrency(ConcurrencyPolicy changed) {
            concurrency = changed;
            return this;
        }

        Draft deadline(int seconds) {
            deadline = Duration.ofSeconds(seconds);
            return this;
        }

        Draft kept(int ofSuccesses, int ofFailures) {
            successes = ofSuccesses;
            failures = ofFailures;
            return this;
        }

        Draft last(String time) {
            last = Instant.parse(time);
            return this;
        }

        Draft active(String... names) {
            active = List.of(names).stream()
                    .map(name -> new ActiveJob(name, name))
                    .toList();
            return this;
        }

        CronJobPlan decide(OwnedJob... jobs) {
            var spec = new CronJobSpec(
                    "cj",
                    Instant.parse("2026-01-01T11:30:00Z"),
                    false,
                    schedule,
                    timeZone,
                    isSuspended,
                    concurrency,
                    deadline,
                    successes,
                    failures,
                    last,
                    null,
                    active);
            return CronJobDecision.decide(spec, List.of(jobs), NOW);
        }
    }

    private static OwnedJob running(String name) {
        return new OwnedJob(name, name, false, Outcome.RUNNING, Instant.parse("2026-01-01T11:00:00Z"), null);
    }

    private static OwnedJob ended(String name, Outcome outcome, int minute) {
        var time = Instant.parse("2026-01-01T11:" + minute + ":00Z");
        return new OwnedJob(name, name, false, outcome, time, time);
    }

    private static List<String> published(CronJobPlan plan) {
        return plan.events().stream()
                .map(event -> event.reason() + ": " + event.message())
                .toList();
    }

    @Test
    @DisplayName("a job is made for the newest time that has passed, under a name that contains it")
    void due() {
        var plan = new Draft("3/7 * * * *").last("2026-01-01T11:45:00Z").decide();
        var scheduled = Instant.parse("2026-01-01T11:59:00Z");
        assertThat(plan.startOrNull())
                .isEqualTo(new CronJobPlan.Start("cj-" + scheduled.getEpochSecond() / 60, scheduled, ZoneOffset.UTC));
        assertThat(plan.requeueAfter()).isEqualTo(Duration.ofMinutes(3).plusMillis(100));
    }

    @Test
    @DisplayName("before its first time nothing is made")
    void notYet() {
        var plan = new Draft("30 12 * * *").decide();
        assertThat(plan.startOrNull()).isNull();
        assertThat(plan.requeueAfter()).isEqualTo(Duration.ofMinutes(30).plusMillis(100));
    }

    @Test
    @DisplayName("a job that is there for that time is not made again")
    void once() {
        var job = running("cj-" + NOW.getEpochSecond() / 60);
        var plan = new Draft("0 * * * *").decide(job);
        assertThat(plan.startOrNull()).isNull();
        assertThat(plan.active()).containsExactly(job);
        assertThat(published(plan))
                .containsExactly(
                        "UnexpectedJob: Saw a job that the controller did not create or forgot: " + job.name());
    }

    @Test
    @DisplayName("a time that is over for longer than the deadline is missed")
    void deadline() {
        var draft = new Draft("50 * * * *").last("2026-01-01T10:50:00Z");
        assertThat(draft.deadline(700).decide().startOrNull()).isNotNull();
        assertThat(draft.deadline(500).decide().startOrNull()).isNull();
    }

    @Test
    @DisplayName("where jobs may not overlap, the next waits; where they replace each other, the one before goes")
    void overlap() {
        var running = running("before");
        var draft = new Draft("0 * * * *").active("before");
        assertThat(draft.decide(running).startOrNull()).isNotNull();
        var forbidden = draft.concurrency(ConcurrencyPolicy.FORBID).decide(running);
        assertThat(forbidden.startOrNull()).isNull();
        assertThat(published(forbidden))
                .containsExactly(
                        "JobAlreadyActive: Not starting job because prior execution is running and concurrency "
                                + "policy is Forbid");
        var replaced = draft.concurrency(ConcurrencyPolicy.REPLACE).decide(running);
        assertThat(replaced.replace()).containsExactly(running);
        assertThat(replaced.startOrNull()).isNotNull();
    }

    @Test
    @DisplayName("jobs that ended leave the list, are reported, and the oldest of them go")
    void history() {
        var plan = new Draft("30 12 * * *")
                .kept(1, 0)
                .active("b", "lost")
                .decide(
                        ended("a", Outcome.COMPLETE, 10),
                        ended("b", Outcome.COMPLETE, 20),
                        ended("c", Outcome.FAILED, 15));
        assertThat(plan.forget()).extracting(OwnedJob::name).containsExactly("a", "c");
        assertThat(plan.active()).isEmpty();
        assertThat(plan.lastSuccessfulTimeOrNull()).isEqualTo(Instant.parse("2026-01-01T11:20:00Z"));
        assertThat(published(plan))
                .containsExactly(
                        "SawCompletedJob: Saw completed job: b, condition: Complete",
                        "MissingJob: Active job went missing: lost");
    }

    @Test
    @DisplayName("one that is suspended, or cannot be read, makes nothing and says why")
    void idle() {
        var suspended = new Draft("0 * * * *").suspended().decide();
        assertThat(suspended.startOrNull()).isNull();
        assertThat(suspended.requeueAfter()).isZero();
        assertThat(published(new Draft("often").decide()))
                .singleElement()
                .asString()
                .startsWith("UnparseableSchedule: unparseable schedule: \"often\" : expected exactly 5 fields");
        var never = new Draft("59 23 31 2 *").decide();
        assertThat(never.startOrNull()).isNull();
        assertThat(never.requeueAfter()).isZero();
        assertThat(published(never))
                .containsExactly("InvalidSchedule: invalid schedule: 59 23 31 2 * : "
                        + "time difference between two schedules is less than 1 second");
        assertThat(published(new Draft("59 23 29 2 *").decide())).isEmpty();
        assertThat(published(new Draft("0 * * * *").timeZone("Nowhere/Land").decide()))
                .containsExactly("UnknownTimeZone: invalid timeZone: \"Nowhere/Land\": unknown time zone Nowhere/Land");
    }

    @Test
    @DisplayName("of thousands of missed times the newest is found, and an event says so")
    void many() {
        var plan = new Draft("* * * * *").last("2020-01-01T00:00:00Z").decide();
        assertThat(plan.startOrNull()).extracting(CronJobPlan.Start::scheduled).isEqualTo(NOW);
        assertThat(published(plan))
                .singleElement()
                .asString()
                .startsWith("TooManyMissedTimes: too many missed start times");
        var every = new Draft("@every 90s").last("2025-12-01T00:00:00Z").decide();
        assertThat(every.startOrNull()).extracting(CronJobPlan.Start::scheduled).isEqualTo(NOW);
    }
}
