package dev.plimsoll.objects.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.WorkloadEvent;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.testing.Docs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** spec/scheduler.md §15.6. */
class JobObjectTest {
    private static JobObject job(String spec, String status) {
        return new JobObject(Docs.json("{'metadata':{'namespace':'ns','name':'j','uid':'j'},'spec':{" + spec
                + "},'status':{" + status + "}}"));
    }

    private static ControlledPod pod(String name, String phase) {
        return Docs.pod(name, ",'finalizers':['batch.kubernetes.io/job-tracking']", phase, "False", "n");
    }

    private static Planned decide(JobObject job, ControlledPod... pods) {
        return Planned.decide(job, pods);
    }

    @Test
    @DisplayName("as many pods are active as may run at once and are still needed")
    void wanted() {
        assertThat(decide(job("'completions':5,'parallelism':3", "")).plan().create())
                .hasSize(3);
        var started = "'startTime':'2026-01-01T11:00:00Z','succeeded':4";
        assertThat(decide(job("'completions':5,'parallelism':3", started))
                        .plan()
                        .create())
                .hasSize(1);
        assertThat(decide(job("'completions':5,'parallelism':1", started), pod("a", "Running"), pod("b", "Running"))
                        .plan()
                        .discard())
                .hasSize(1);
    }

    @Test
    @DisplayName("a pod that ended is written down, then released, then counted, each once")
    void counting() {
        var first = decide(job("'completions':2", ""), pod("a", "Succeeded"));
        assertThat(first.status().at("/uncountedTerminatedPods/succeeded/0").asText())
                .isEqualTo("a");
        assertThat(first.status().path("succeeded").asInt()).isZero();
        assertThat(first.plan().release()).extracting(ControlledPod::uid).containsExactly("a");

        var stored = "'uncountedTerminatedPods':{'succeeded':['a']}";
        var again = decide(job("'completions':2", stored), pod("a", "Succeeded"));
        assertThat(again.status().path("succeeded").asInt()).isZero();
        assertThat(again.plan().release()).hasSize(1);

        var counted = decide(job("'completions':2", stored), Docs.pod("a", "", "Succeeded", "False", "n"));
        assertThat(counted.status().path("succeeded").asInt()).isEqualTo(1);
        assertThat(counted.status().at("/uncountedTerminatedPods/succeeded").isMissingNode())
                .isTrue();
        var gone = decide(job("'completions':2", stored));
        assertThat(gone.status().path("succeeded").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("after a failure the next pod waits 10 s, doubled with each, at most 10 min")
    void backoff() {
        var failed = new PodObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'a','uid':'a','finalizers':['batch.kubernetes.io/job-tracking']},
                 'status':{'phase':'Failed','containerStatuses':[{'state':{'terminated':{'finishedAt':'2026-01-01T11:59:57Z'}}}]}}""")).controlled();
        var plan = decide(job("'completions':1", "'startTime':'2026-01-01T11:00:00Z'"), failed);
        assertThat(plan.plan().create()).isEmpty();
        assertThat(plan.plan().requeueAfter()).hasSeconds(7);
    }

    @Test
    @DisplayName("too many failures and too long a time end a job, first in mind, then in fact")
    void failure() {
        var marked = decide(job("'completions':1,'backoffLimit':0", ""), pod("a", "Failed"));
        assertThat(marked.conditions().reason("FailureTarget")).isEqualTo("BackoffLimitExceeded");
        assertThat(marked.conditions().find("Failed")).isEmpty();

        var late = decide(job("'activeDeadlineSeconds':60", "'startTime':'2026-01-01T11:00:00Z'"), pod("a", "Running"));
        assertThat(late.conditions().reason("FailureTarget")).isEqualTo("DeadlineExceeded");
        assertThat(late.plan().delete()).hasSize(1);

        var ended = decide(job(
                "'completions':1,'backoffLimit':0",
                "'failed':1,'conditions':[{'type':'FailureTarget','status':'True','reason':'BackoffLimitExceeded',"
                        + "'message':'Job has reached the specified backoff limit'}]"));
        assertThat(ended.conditions().is("Failed", "True")).isTrue();
        assertThat(ended.plan().events()).extracting(WorkloadEvent::reason).containsExactly("BackoffLimitExceeded");
    }

    @Test
    @DisplayName("a job is complete when enough succeeded, nothing runs and all are counted")
    void success() {
        var first = decide(job("'completions':1", ""), pod("a", "Succeeded"), pod("b", "Running"));
        assertThat(first.conditions().is("SuccessCriteriaMet", "True")).isTrue();
        assertThat(first.conditions().find("Complete")).isEmpty();
        assertThat(first.plan().delete()).extracting(ControlledPod::uid).containsExactly("b");
        var second = decide(
                job("'completions':1", "'succeeded':1,'conditions':[{'type':'SuccessCriteriaMet','status':'True'}]"));
        assertThat(second.conditions().is("Complete", "True")).isTrue();
        assertThat(second.plan().events()).extracting(WorkloadEvent::message).containsExactly("Job completed");
    }

    @Test
    @DisplayName("indexes that are done or taken are not used again")
    void indexes() {
        var spec = "'completions':6,'parallelism':6,'completionMode':'Indexed'";
        var taken = Docs.pod(
                "a",
                ",'finalizers':['batch.kubernetes.io/job-tracking'],'annotations':{'batch.kubernetes.io/job-completion-index':'3'}",
                "Running",
                "True",
                "n");
        var plan = decide(job(spec, "'completedIndexes':'0-1,4'"), taken);
        assertThat(plan.plan().create()).containsExactly(2, 5);
    }

    @Test
    @DisplayName("a suspended job gives its pods up uncounted")
    void suspended() {
        var plan = decide(job("'suspend':true", ""), pod("a", "Running"));
        assertThat(plan.plan().discard()).hasSize(1);
        assertThat(plan.conditions().is("Suspended", "True")).isTrue();
        assertThat(plan.plan().create()).isEmpty();
    }
}
