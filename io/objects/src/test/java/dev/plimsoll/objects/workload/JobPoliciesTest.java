package dev.plimsoll.objects.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.job.IndexFailures;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.testing.Docs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What podFailurePolicy, backoffLimitPerIndex and successPolicy make of pods that end. */
class JobPoliciesTest {
    private static final String STARTED = "'startTime':'2026-01-01T11:00:00Z'";
    private static final String POLICY = """
            ,'podFailurePolicy':{'rules':[
             {'action':'FailJob','onExitCodes':{'containerName':'c','operator':'In','values':[42]}},
             {'action':'Ignore','onPodConditions':[{'type':'DisruptionTarget','status':'True'}]},
             {'action':'FailIndex','onExitCodes':{'operator':'NotIn','values':[1,2]}},
             {'action':'Count','onExitCodes':{'operator':'In','values':[1]}}]}""";

    private static JobObject job(String spec, String status) {
        return new JobObject(Docs.json("{'metadata':{'namespace':'ns','name':'j','uid':'u'},'spec':{" + spec
                + ",'template':{'spec':{'restartPolicy':'Never'}}},'status':{" + status + "}}"));
    }

    private static ControlledPod failed(String name, String metadata, int code, String conditions) {
        return new PodObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'%s','uid':'%s','finalizers':['batch.kubernetes.io/job-tracking']%s},
                 'status':{'phase':'Failed','conditions':[%s],'containerStatuses':[{'name':'c',
                  'state':{'terminated':{'exitCode':%d,'finishedAt':'2026-01-01T11:00:00Z'}}}]}}""".formatted(name, name, metadata, conditions, code))).controlled();
    }

    private static String index(int number, int failures) {
        return ",'annotations':{'batch.kubernetes.io/job-completion-index':'" + number
                + "','batch.kubernetes.io/job-index-failure-count':'" + failures + "'}";
    }

    private static Planned decide(JobObject job, ControlledPod... pods) {
        return Planned.decide(job, pods);
    }

    @Test
    @DisplayName("an exit code can fail the job at once, and says why")
    void failJob() {
        var plan = decide(job("'completions':2" + POLICY, STARTED), failed("a", "", 42, ""));
        var target = plan.conditions().find("FailureTarget").orElseThrow();
        assertThat(target.reason()).isEqualTo("PodFailurePolicy");
        assertThat(target.message())
                .isEqualTo("Container c for pod ns/a failed with exit code 42 matching FailJob rule at index 0");
        assertThat(plan.plan().create()).isEmpty();
    }

    @Test
    @DisplayName("a failure that is ignored is replaced and not counted")
    void ignore() {
        var disrupted = failed("a", "", 137, "{'type':'DisruptionTarget','status':'True'}");
        var plan = decide(job("'completions':1,'backoffLimit':0" + POLICY, STARTED), disrupted);
        assertThat(plan.conditions().find("FailureTarget")).isEmpty();
        assertThat(plan.status().at("/uncountedTerminatedPods/failed").isMissingNode())
                .isTrue();
        assertThat(plan.plan().release()).extracting(ControlledPod::uid).containsExactly("a");
        assertThat(plan.plan().create()).hasSize(1);
    }

    @Test
    @DisplayName("a failure that counts, and one that no rule means, count")
    void count() {
        for (var code : new int[] {1, 2}) {
            var plan = decide(job("'completions':1,'backoffLimit':0" + POLICY, STARTED), failed("a", "", code, ""));
            assertThat(plan.conditions().reason("FailureTarget")).isEqualTo("BackoffLimitExceeded");
        }
    }

    @Test
    @DisplayName("a pod on its way out has not failed yet where it matters how it failed")
    void terminating() {
        var going = Docs.pod(
                "a",
                ",'deletionTimestamp':'2026-01-01T11:59:00Z','finalizers':['batch.kubernetes.io/job-tracking']",
                "Running",
                "True",
                "n");
        var plan = decide(job("'completions':1,'backoffLimit':0" + POLICY, STARTED), going);
        assertThat(plan.status().at("/uncountedTerminatedPods/failed").isMissingNode())
                .isTrue();
        assertThat(plan.plan().create()).isEmpty();
    }

    private static final String INDEXED =
            "'completions':3,'parallelism':3,'completionMode':'Indexed','backoffLimitPerIndex':1";

    @Test
    @DisplayName("each index may fail so often; its next pod carries the number on, and the last one stays until then")
    void perIndex() {
        var plan = decide(job(INDEXED, STARTED), failed("a", index(0, 0), 1, ""));
        assertThat(plan.status().path("failedIndexes").isMissingNode()).isTrue();
        assertThat(plan.plan().release()).isEmpty();
        assertThat(plan.plan().create()).containsExactly(0, 1, 2);
        var next = job(INDEXED, STARTED)
                .pod(0, plan.plan().failures(), base -> base + "x")
                .document();
        assertThat(next.at("/metadata/annotations").path(IndexFailures.COUNT).asText())
                .isEqualTo("1");

        var successor = Docs.pod("b", index(0, 1), "Running", "True", "n");
        var released = decide(
                job(INDEXED, STARTED + ",'uncountedTerminatedPods':{'failed':['a']}"),
                failed("a", index(0, 0), 1, ""),
                successor);
        assertThat(released.plan().release()).extracting(ControlledPod::uid).containsExactly("a");

        var over = decide(job(INDEXED, STARTED), failed("b", index(0, 1), 1, ""));
        assertThat(over.status().path("failedIndexes").asText()).isEqualTo("0");
        assertThat(over.plan().create()).containsExactly(1, 2);
        assertThat(over.conditions().find("FailureTarget")).isEmpty();
    }

    @Test
    @DisplayName("a job with failed indexes fails when all others are done, or too many have failed")
    void failedIndexes() {
        var done = decide(job(INDEXED, STARTED + ",'completedIndexes':'1,2','failedIndexes':'0'"));
        assertThat(done.conditions().find("FailureTarget").orElseThrow().message())
                .isEqualTo("Job has failed indexes");
        var tooMany = decide(job(INDEXED + ",'maxFailedIndexes':0", STARTED), failed("b", index(0, 1), 1, ""));
        assertThat(tooMany.conditions().reason("FailureTarget")).isEqualTo("MaxFailedIndexesExceeded");
    }

    @Test
    @DisplayName("an exit code can fail an index at once")
    void failIndex() {
        var plan = decide(job(INDEXED + POLICY, STARTED), failed("a", index(0, 0), 3, ""));
        assertThat(plan.status().path("failedIndexes").asText()).isEqualTo("0");
        assertThat(plan.plan().create()).containsExactly(1, 2);
    }

    @Test
    @DisplayName("an index waits after its own failures while others are tried")
    void rests() {
        var just = new PodObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'a','uid':'a','finalizers':['batch.kubernetes.io/job-tracking']%s},
                 'status':{'phase':'Failed','containerStatuses':[{'name':'c',
                  'state':{'terminated':{'exitCode':1,'finishedAt':'2026-01-01T11:59:57Z'}}}]}}""".formatted(index(1, 0)))).controlled();
        var plan = decide(job(INDEXED, STARTED), just);
        assertThat(plan.plan().create()).containsExactly(0, 2);
        assertThat(plan.plan().requeueAfter()).hasSeconds(7);
    }

    @Test
    @DisplayName("a job has succeeded when the indexes that matter have")
    void successPolicy() {
        var policy = "'completions':5,'parallelism':5,'completionMode':'Indexed','successPolicy':{'rules':["
                + "{'succeededIndexes':'0,2'},{'succeededIndexes':'1-4','succeededCount':2}]}";
        assertThat(decide(job(policy, STARTED + ",'completedIndexes':'0,1'"))
                        .conditions()
                        .find("SuccessCriteriaMet"))
                .isEmpty();
        var first = decide(
                job(policy, STARTED + ",'completedIndexes':'0,2'"), Docs.pod("b", index(1, 0), "Running", "True", "n"));
        var met = first.conditions().find("SuccessCriteriaMet").orElseThrow();
        assertThat(met.reason()).isEqualTo("SuccessPolicy");
        assertThat(met.message()).isEqualTo("Matched rules at index 0");
        assertThat(first.plan().delete()).hasSize(1);
        var second = decide(job(
                policy,
                STARTED + ",'completedIndexes':'3,4','conditions':[{'type':'SuccessCriteriaMet','status':'True',"
                        + "'reason':'SuccessPolicy','message':'Matched rules at index 1'}]"));
        assertThat(second.conditions().reason("Complete")).isEqualTo("SuccessPolicy");
    }
}
