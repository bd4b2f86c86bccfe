package dev.plimsoll.core.workloads.job;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.TestPod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** spec/scheduler.md §15.6. */
class JobDecisionTest {
    private static Job job(int completions, int parallelism, @Nullable Integer backoffLimit, JobStatus status) {
        var spec = new JobSpec(
                parallelism,
                completions,
                false,
                false,
                false,
                false,
                backoffLimit,
                null,
                null,
                null,
                null,
                null,
                List.of());
        return new Job(false, spec, status);
    }

    private static JobStatus status(int succeeded, Conditions conditions, String... uncounted) {
        return new JobStatus(conditions, NOW, null, succeeded, 0, List.of(uncounted), List.of(), "", "", 0, 0, 0);
    }

    private static TestPod pod(String name, String phase) {
        return TestPod.running(name).phase(phase).finalizer(PodTally.FINALIZER);
    }

    private static JobPlan decide(Job job, ControlledPod... pods) {
        return JobDecision.decide(job, List.of(pods), true, NOW);
    }

    @Test
    @DisplayName("as many pods are active as may run at once and are still needed")
    void wanted() {
        assertThat(decide(job(5, 3, null, JobStatus.NONE)).create()).hasSize(3);
        assertThat(decide(job(5, 3, null, status(4, Conditions.NONE))).create()).hasSize(1);
        var surplus = decide(
                job(5, 1, null, status(4, Conditions.NONE)),
                pod("a", "Running").build(),
                pod("b", "Running").build());
        assertThat(surplus.discard()).hasSize(1);
    }

    @Test
    @DisplayName("a pod that lost its finalizer and was not deleted is discarded even if another pod is wanted")
    void notCounted() {
        var uncounted = TestPod.running("a").build();
        var plan = decide(job(5, 2, null, status(0, Conditions.NONE)), uncounted);
        assertThat(plan.discard()).containsExactly(uncounted);
        assertThat(plan.create()).as("before the pod is gone").isEmpty();
    }

    @Test
    @DisplayName("a pod that ended is written down, then released, then counted, each once")
    void counting() {
        var first =
                decide(job(2, 1, null, JobStatus.NONE), pod("a", "Succeeded").build());
        assertThat(first.status().uncountedSucceeded()).containsExactly("a");
        assertThat(first.status().succeeded()).isZero();
        assertThat(first.release()).extracting(ControlledPod::uid).containsExactly("a");

        var stored = job(2, 1, null, status(0, Conditions.NONE, "a"));
        var again = decide(stored, pod("a", "Succeeded").build());
        assertThat(again.status().succeeded()).isZero();
        assertThat(again.release()).hasSize(1);

        var released = decide(stored, TestPod.running("a").phase("Succeeded").build());
        assertThat(released.status().succeeded()).isEqualTo(1);
        assertThat(released.status().uncountedSucceeded()).isEmpty();
        assertThat(decide(stored).status().succeeded()).as("it is gone").isEqualTo(1);
    }

    @Test
    @DisplayName("after a failure the next pod waits 10 s, doubled with each, at most 10 min")
    void backoff() {
        assertThat(Backoffs.pause(1)).hasSeconds(10);
        assertThat(Backoffs.pause(4)).hasSeconds(80);
        assertThat(Backoffs.pause(50)).hasMinutes(10);
        var failed = pod("a", "Failed").finished(NOW.minusSeconds(3)).build();
        var plan = decide(job(1, 1, null, status(0, Conditions.NONE)), failed);
        assertThat(plan.create()).isEmpty();
        assertThat(plan.requeueAfter()).hasSeconds(7);
        var ahead = pod("a", "Failed")
                .created(NOW.minusSeconds(4))
                .finished(NOW.plusSeconds(900))
                .build();
        var notLonger = decide(job(1, 1, null, status(0, Conditions.NONE)), ahead);
        assertThat(notLonger.requeueAfter())
                .as("of a node whose clock is ahead")
                .hasSeconds(6);
    }

    @Test
    @DisplayName("a job that failed too often is marked first, and fails when all pods are counted")
    void failure() {
        var marked = decide(
                job(1, 1, 0, status(0, Conditions.NONE)), pod("a", "Failed").build());
        assertThat(marked.status().conditions().reason(Job.FAILURE_TARGET)).isEqualTo("BackoffLimitExceeded");
        assertThat(marked.status().conditions().find(Job.FAILED)).isEmpty();
        var target = Conditions.NONE.with(
                new ConditionUpdate(Job.FAILURE_TARGET, "True", "BackoffLimitExceeded", "text"), NOW);
        var ended = decide(job(1, 1, 0, status(0, target)));
        assertThat(ended.status().conditions().is(Job.FAILED, "True")).isTrue();
        assertThat(ended.events())
                .singleElement()
                .satisfies(event -> assertThat(event.isWarning()).isTrue());
    }

    @Test
    @DisplayName("indexes are written in ranges of three or more; what is no index is left out")
    void indexes() {
        assertThat(IndexSet.parse("0,1,2,5,7,8,x,-3", 100)).hasToString("0-2,5,7,8");
        assertThat(IndexSet.parse("0-9", 3)).hasToString("0-2");
    }
}
