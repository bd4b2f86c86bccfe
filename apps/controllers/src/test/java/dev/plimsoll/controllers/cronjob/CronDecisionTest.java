package dev.plimsoll.controllers.cronjob;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.testing.Docs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a job begins, and what becomes of the jobs before it. It is noon on the first of January 2026. */
class CronDecisionTest {
    private static final String RUNNING = "'startTime':'2026-01-01T11:00:00Z'";

    private static Workload cronJob(String spec, String status) {
        return Docs.workload(
                "{'apiVersion':'batch/v1','kind':'CronJob','metadata':{'namespace':'ns','name':'cj','uid':'u',"
                        + "'creationTimestamp':'2026-01-01T11:30:00Z'},'spec':{'jobTemplate':{'metadata':{'labels':{'a':'b'}},"
                        + "'spec':{'template':{}}}," + spec + "},'status':{" + status + "}}");
    }

    private static Workload job(String name, String status) {
        return Docs.workload("{'metadata':{'namespace':'ns','name':'" + name + "','uid':'" + name
                + "','resourceVersion':'7'},'status':{" + status + "}}");
    }

    private static Workload ended(String name, String condition, int minute) {
        var time = "2026-01-01T11:" + minute + ":00Z";
        return job(
                name,
                "'startTime':'" + time + "','completionTime':'" + time + "','conditions':[{'type':'" + condition
                        + "','status':'True'}]");
    }

    private static CronPlan decide(Workload cronJob, Workload... jobs) {
        return CronDecision.decide(cronJob, List.of(jobs), NOW);
    }

    private static List<String> told(CronPlan plan) {
        return plan.notes().stream()
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    @DisplayName("a job is made for the newest time that has passed, under a name that says it")
    void due() {
        var plan = decide(cronJob("'schedule':'3/7 * * * *'", "'lastScheduleTime':'2026-01-01T11:45:00Z'"));
        var start = plan.startOrNone().orElseThrow();
        assertThat(start.scheduled()).isEqualTo("2026-01-01T11:59:00Z");
        var minutes = Instant.parse("2026-01-01T11:59:00Z").getEpochSecond() / 60;
        assertThat(start.job().at("/metadata/name").asText()).isEqualTo("cj-" + minutes);
        assertThat(start.job().at("/metadata/labels/a").asText()).isEqualTo("b");
        assertThat(start.job().at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("u");
        assertThat(start.job()
                        .at("/metadata/annotations")
                        .path("batch.kubernetes.io/cronjob-scheduled-timestamp")
                        .asText())
                .isEqualTo("2026-01-01T11:59:00Z");
        assertThat(plan.again()).isEqualTo(Duration.ofMinutes(3).plusMillis(100));
    }

    @Test
    @DisplayName("before its first time nothing is made")
    void notYet() {
        var plan = decide(cronJob("'schedule':'30 12 * * *'", ""));
        assertThat(plan.startOrNone()).isEmpty();
        assertThat(plan.again()).isEqualTo(Duration.ofMinutes(30).plusMillis(100));
    }

    @Test
    @DisplayName("a job that is there for that time is not made again")
    void once() {
        var minutes = NOW.getEpochSecond() / 60;
        var plan = decide(cronJob("'schedule':'0 * * * *'", ""), job("cj-" + minutes, RUNNING));
        assertThat(plan.startOrNone()).isEmpty();
        assertThat(plan.status().at("/active/0/name").asText()).isEqualTo("cj-" + minutes);
        assertThat(told(plan))
                .containsExactly(
                        "UnexpectedJob: Saw a job that the controller did not create or forgot: cj-" + minutes);
    }

    @Test
    @DisplayName("a time that is over for longer than the deadline is missed, and said")
    void deadline() {
        var plan = decide(cronJob(
                "'schedule':'50 * * * *','startingDeadlineSeconds':700", "'lastScheduleTime':'2026-01-01T10:50:00Z'"));
        assertThat(plan.startOrNone()).isPresent();
        var late = decide(cronJob(
                "'schedule':'50 * * * *','startingDeadlineSeconds':500", "'lastScheduleTime':'2026-01-01T10:50:00Z'"));
        assertThat(late.startOrNone()).isEmpty();
    }

    @Test
    @DisplayName("where jobs may not overlap, the next waits; where they replace each other, the one before goes")
    void overlap() {
        var active = "'active':[{'uid':'before','name':'before'}]";
        var running = job("before", RUNNING);
        assertThat(decide(cronJob("'schedule':'0 * * * *'", active), running).startOrNone())
                .isPresent();
        var forbidden = decide(cronJob("'schedule':'0 * * * *','concurrencyPolicy':'Forbid'", active), running);
        assertThat(forbidden.startOrNone()).isEmpty();
        assertThat(told(forbidden))
                .containsExactly(
                        "JobAlreadyActive: Not starting job because prior execution is running and concurrency "
                                + "policy is Forbid");
        var replaced = decide(cronJob("'schedule':'0 * * * *','concurrencyPolicy':'Replace'", active), running);
        assertThat(replaced.replace()).containsExactly(running);
        assertThat(replaced.startOrNone()).isPresent();
    }

    @Test
    @DisplayName("jobs that ended leave the list, are told of, and the oldest of them go")
    void history() {
        var plan = decide(
                cronJob(
                        "'schedule':'30 12 * * *','successfulJobsHistoryLimit':1,'failedJobsHistoryLimit':0",
                        "'active':[{'uid':'b','name':'b'},{'uid':'lost','name':'lost'}]"),
                ended("a", "Complete", 10),
                ended("b", "Complete", 20),
                ended("c", "Failed", 15));
        assertThat(plan.forget()).extracting(each -> each.name().name()).containsExactly("a", "c");
        assertThat(plan.status().has("active")).isFalse();
        assertThat(plan.status().path("lastSuccessfulTime").asText()).isEqualTo("2026-01-01T11:20:00Z");
        assertThat(told(plan))
                .containsExactly(
                        "SawCompletedJob: Saw completed job: b, condition: Complete",
                        "MissingJob: Active job went missing: lost");
    }

    @Test
    @DisplayName("one that is suspended, or cannot be read, makes nothing and says why")
    void idle() {
        var suspended = decide(cronJob("'schedule':'0 * * * *','suspend':true", ""));
        assertThat(suspended.startOrNone()).isEmpty();
        assertThat(suspended.again()).isZero();
        assertThat(told(decide(cronJob("'schedule':'often'", ""))))
                .singleElement()
                .asString()
                .startsWith("UnparseableSchedule: unparseable schedule: \"often\" : expected exactly 5 fields");
        assertThat(told(decide(cronJob("'schedule':'0 * * * *','timeZone':'Nowhere/Land'", ""))))
                .containsExactly("UnknownTimeZone: invalid timeZone: \"Nowhere/Land\": unknown time zone Nowhere/Land");
    }

    @Test
    @DisplayName("of thousands of missed times the newest is found, and people are told")
    void many() {
        var plan = decide(cronJob("'schedule':'* * * * *'", "'lastScheduleTime':'2020-01-01T00:00:00Z'"));
        assertThat(plan.startOrNone().orElseThrow().scheduled()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(told(plan)).singleElement().asString().startsWith("TooManyMissedTimes: too many missed start times");
        var every = decide(cronJob("'schedule':'@every 90s'", "'lastScheduleTime':'2025-12-01T00:00:00Z'"));
        assertThat(every.startOrNone().orElseThrow().scheduled()).isEqualTo("2026-01-01T12:00:00Z");
    }
}
