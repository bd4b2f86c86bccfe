package dev.plimsoll.controllers.job;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Names;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.testing.Docs;
import java.util.List;
import java.util.Random;
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

    private static Workload job(String spec, String status) {
        return Docs.workload("{'metadata':{'namespace':'ns','name':'j','uid':'u'},'spec':{" + spec
                + ",'template':{'spec':{'restartPolicy':'Never'}}},'status':{" + status + "}}");
    }

    private static PodView failed(String name, String metadata, int code, String conditions) {
        return PodView.of(Docs.json("""
                {'metadata':{'namespace':'ns','name':'%s','uid':'%s','finalizers':['batch.kubernetes.io/job-tracking']%s},
                 'status':{'phase':'Failed','conditions':[%s],'containerStatuses':[{'name':'c',
                  'state':{'terminated':{'exitCode':%d,'finishedAt':'2026-01-01T11:00:00Z'}}}]}}""".formatted(name, name, metadata, conditions, code)));
    }

    private static String index(int number, int failures) {
        return ",'annotations':{'batch.kubernetes.io/job-completion-index':'" + number
                + "','batch.kubernetes.io/job-index-failure-count':'" + failures + "'}";
    }

    private static JobPlan decide(Workload job, PodView... pods) {
        return JobDecision.decide(job, List.of(pods), true, NOW);
    }

    @Test
    @DisplayName("an exit code can fail the job at once, and says why")
    void failJob() {
        var plan = decide(job("'completions':2" + POLICY, STARTED), failed("a", "", 42, ""));
        var target = Conditions.find(plan.status(), "FailureTarget").orElseThrow();
        assertThat(target.path("reason").asText()).isEqualTo("PodFailurePolicy");
        assertThat(target.path("message").asText())
                .isEqualTo("Container c for pod ns/a failed with exit code 42 matching FailJob rule at index 0");
        assertThat(plan.create()).isEmpty();
    }

    @Test
    @DisplayName("a failure that is ignored is replaced and not counted")
    void ignore() {
        var disrupted = failed("a", "", 137, "{'type':'DisruptionTarget','status':'True'}");
        var plan = decide(job("'completions':1,'backoffLimit':0" + POLICY, STARTED), disrupted);
        assertThat(Conditions.find(plan.status(), "FailureTarget")).isEmpty();
        assertThat(plan.status().at("/uncountedTerminatedPods/failed").isMissingNode())
                .isTrue();
        assertThat(plan.release()).extracting(PodView::uid).containsExactly("a");
        assertThat(plan.create()).hasSize(1);
    }

    @Test
    @DisplayName("a failure that counts, and one that no rule means, count")
    void count() {
        for (var code : new int[] {1, 2}) {
            var plan = decide(job("'completions':1,'backoffLimit':0" + POLICY, STARTED), failed("a", "", code, ""));
            assertThat(Conditions.reason(plan.status(), "FailureTarget")).isEqualTo("BackoffLimitExceeded");
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
        assertThat(plan.create()).isEmpty();
    }

    private static final String INDEXED =
            "'completions':3,'parallelism':3,'completionMode':'Indexed','backoffLimitPerIndex':1";

    @Test
    @DisplayName("each index may fail so often; its next pod carries the number on, and the last one stays until then")
    void perIndex() {
        var plan = decide(job(INDEXED, STARTED), failed("a", index(0, 0), 1, ""));
        assertThat(plan.status().path("failedIndexes").isMissingNode()).isTrue();
        assertThat(plan.release()).isEmpty();
        assertThat(plan.create()).containsExactly(0, 1, 2);
        var next = JobPods.pod(job(INDEXED, STARTED), 0, plan.failures(), new Names(new Random(1)));
        assertThat(next.at("/metadata/annotations").path(IndexFailures.COUNT).asText())
                .isEqualTo("1");

        var successor = Docs.pod("b", index(0, 1), "Running", "True", "n");
        var released = decide(
                job(INDEXED, STARTED + ",'uncountedTerminatedPods':{'failed':['a']}"),
                failed("a", index(0, 0), 1, ""),
                successor);
        assertThat(released.release()).extracting(PodView::uid).containsExactly("a");

        var over = decide(job(INDEXED, STARTED), failed("b", index(0, 1), 1, ""));
        assertThat(over.status().path("failedIndexes").asText()).isEqualTo("0");
        assertThat(over.create()).containsExactly(1, 2);
        assertThat(Conditions.find(over.status(), "FailureTarget")).isEmpty();
    }

    @Test
    @DisplayName("a job with failed indexes fails when all others are done, or too many have failed")
    void failedIndexes() {
        var done = decide(job(INDEXED, STARTED + ",'completedIndexes':'1,2','failedIndexes':'0'"));
        assertThat(Conditions.find(done.status(), "FailureTarget")
                        .orElseThrow()
                        .path("message")
                        .asText())
                .isEqualTo("Job has failed indexes");
        var tooMany = decide(job(INDEXED + ",'maxFailedIndexes':0", STARTED), failed("b", index(0, 1), 1, ""));
        assertThat(Conditions.reason(tooMany.status(), "FailureTarget")).isEqualTo("MaxFailedIndexesExceeded");
    }

    @Test
    @DisplayName("an exit code can fail an index at once")
    void failIndex() {
        var plan = decide(job(INDEXED + POLICY, STARTED), failed("a", index(0, 0), 3, ""));
        assertThat(plan.status().path("failedIndexes").asText()).isEqualTo("0");
        assertThat(plan.create()).containsExactly(1, 2);
    }

    @Test
    @DisplayName("an index waits after its own failures while others are tried")
    void rests() {
        var just = PodView.of(Docs.json("""
                {'metadata':{'namespace':'ns','name':'a','uid':'a','finalizers':['batch.kubernetes.io/job-tracking']%s},
                 'status':{'phase':'Failed','containerStatuses':[{'name':'c',
                  'state':{'terminated':{'exitCode':1,'finishedAt':'2026-01-01T11:59:57Z'}}}]}}""".formatted(index(1, 0))));
        var plan = decide(job(INDEXED, STARTED), just);
        assertThat(plan.create()).containsExactly(0, 2);
        assertThat(plan.again()).hasSeconds(7);
    }

    @Test
    @DisplayName("a job has succeeded when the indexes that matter have")
    void successPolicy() {
        var policy = "'completions':5,'parallelism':5,'completionMode':'Indexed','successPolicy':{'rules':["
                + "{'succeededIndexes':'0,2'},{'succeededIndexes':'1-4','succeededCount':2}]}";
        assertThat(Conditions.find(
                        decide(job(policy, STARTED + ",'completedIndexes':'0,1'"))
                                .status(),
                        "SuccessCriteriaMet"))
                .isEmpty();
        var first = decide(
                job(policy, STARTED + ",'completedIndexes':'0,2'"), Docs.pod("b", index(1, 0), "Running", "True", "n"));
        var met = Conditions.find(first.status(), "SuccessCriteriaMet").orElseThrow();
        assertThat(met.path("reason").asText()).isEqualTo("SuccessPolicy");
        assertThat(met.path("message").asText()).isEqualTo("Matched rules at index 0");
        assertThat(first.delete()).hasSize(1);
        var second = decide(job(
                policy,
                STARTED + ",'completedIndexes':'3,4','conditions':[{'type':'SuccessCriteriaMet','status':'True',"
                        + "'reason':'SuccessPolicy','message':'Matched rules at index 1'}]"));
        assertThat(Conditions.reason(second.status(), "Complete")).isEqualTo("SuccessPolicy");
    }
}
