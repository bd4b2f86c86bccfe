package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Jobs on our API server with simulated nodes. */
class JobTest extends OneCluster {
    /** Its pods go to no node, so that the test says how they end. */
    private static String unscheduled(String name, String spec) {
        return """
                {"metadata":{"name":"%s"},"spec":{%s"template":{
                 "spec":{"restartPolicy":"Never","terminationGracePeriodSeconds":0,"schedulerName":"nobody",
                  "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"100m"}}}]}}}}""".formatted(name, spec);
    }

    /** What a node would report of a pod whose containers have ended. */
    private void end(String pod, String phase) {
        var change = Cluster.json("{\"status\":{\"phase\":\"" + phase + "\"}}");
        Cluster.done(cluster.client()
                .patch(ApiResource.PODS.sub("status"), Cluster.named(ApiResource.PODS, pod), new Patch.Merge(change)));
    }

    @Test
    @DisplayName("a job runs its pods to their end, counts each once, and lets them go")
    void completes() throws Exception {
        cluster.create(ApiResource.JOBS, unscheduled("sum", "\"completions\":3,\"parallelism\":2,"));
        pods().awaitAll("two pods", all -> all.size() == 2);
        for (var done = 0; done < 3; done++) {
            var running = pods().await(
                            "a pod that has not ended",
                            pod -> text(pod, "/status/phase").equals("Pending"));
            end(text(running, "/metadata/name"), "Succeeded");
            var counted = done + 1;
            until(ApiResource.JOBS, "sum", each -> each.at("/status/succeeded").asInt() == counted);
        }
        var job = until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
        assertThat(condition(job, "SuccessCriteriaMet").path("reason").asText()).isEqualTo("CompletionsReached");
        assertThat(job.at("/status/active").asInt()).isZero();
        assertThat(text(job, "/status/completionTime")).isNotEmpty();
        pods().awaitAll(
                        "no finalizer",
                        all -> all.stream()
                                .noneMatch(pod -> pod.path("metadata").has("finalizers")));
        assertThat(pods().everSeen()).isEqualTo(3);
        delete(ApiResource.JOBS, "sum", "Background");
        pods().awaitAll("no pods", java.util.Collection::isEmpty);
    }

    @Test
    @DisplayName("a job fails when more pods failed than it allows")
    void fails() throws Exception {
        cluster.create(ApiResource.JOBS, unscheduled("sum", "\"backoffLimit\":0,"));
        pods().awaitAll("a pod", all -> all.size() == 1);
        end(podNames().iterator().next(), "Failed");
        var job = until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Failed").path("status").asText().equals("True"));
        assertThat(condition(job, "Failed").path("message").asText())
                .isEqualTo("Job has reached the specified backoff limit");
        assertThat(job.at("/status/failed").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("a job counts a pod that it adopted")
    void adopts() throws Exception {
        cluster.create(ApiResource.PODS, """
                {"metadata":{"name":"before","labels":{"work":"sum"}},"spec":{"restartPolicy":"Never","schedulerName":"nobody",
                  "containers":[{"name":"c","image":"i"}]}}""");
        cluster.create(ApiResource.JOBS, """
                {"metadata":{"name":"sum"},"spec":{"manualSelector":true,"selector":{"matchLabels":{"work":"sum"}},"template":{
                 "metadata":{"labels":{"work":"sum"}},"spec":{"restartPolicy":"Never","schedulerName":"nobody",
                  "containers":[{"name":"c","image":"i"}]}}}}""");
        pods().await("an adopted pod", pod -> pod.path("metadata").has("finalizers"));
        end("before", "Succeeded");
        until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
        assertThat(podNames()).containsExactly("before");
        assertThat(pods().everSeen()).isEqualTo(1);
    }

    @Test
    @DisplayName("a pod that lost its owner is adopted again and stays")
    void readopts() throws Exception {
        cluster.create(ApiResource.JOBS, unscheduled("sum", "\"completions\":2,\"parallelism\":2,"));
        pods().awaitAll("two pods", all -> all.size() == 2);
        var names = podNames();
        for (var round = 0; round < 5; round++) {
            for (var name : names) {
                var orphaned = Cluster.json("{\"metadata\":{\"ownerReferences\":null}}");
                Cluster.done(cluster.client()
                        .patch(ApiResource.PODS, Cluster.named(ApiResource.PODS, name), new Patch.Merge(orphaned)));
            }
            pods().awaitAll(
                            "adopted pods",
                            all -> all.size() == 2
                                    && all.stream()
                                            .allMatch(pod -> pod.at("/metadata/ownerReferences/0/uid")
                                                            .isTextual()
                                                    && pod.path("metadata").has("finalizers")));
        }
        for (var name : names) end(name, "Succeeded");
        until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
        assertThat(podNames()).isEqualTo(names);
        assertThat(pods().everSeen()).isEqualTo(2);
    }

    @Test
    @DisplayName("an indexed job has one pod for each index")
    void indexed() throws Exception {
        cluster.create(
                ApiResource.JOBS,
                unscheduled("ix", "\"completions\":3,\"parallelism\":3,\"completionMode\":\"Indexed\","));
        pods().awaitAll("three pods", all -> all.size() == 3);
        for (var pod : pods().all()) {
            assertThat(text(pod, "/spec/containers/0/env/0/name")).isEqualTo("JOB_COMPLETION_INDEX");
            end(text(pod, "/metadata/name"), "Succeeded");
        }
        var job = until(
                ApiResource.JOBS,
                "ix",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
        assertThat(text(job, "/status/completedIndexes")).isEqualTo("0-2");
        assertThat(pods().all())
                .extracting(pod -> text(pod, "/metadata/annotations/batch.kubernetes.io~1job-completion-index"))
                .containsExactlyInAnyOrderElementsOf(List.of("0", "1", "2"));
    }

    @Test
    @DisplayName("a suspended job has no pods until it is resumed, and a job that has ended goes after its time")
    void suspendAndTtl() throws Exception {
        cluster.create(ApiResource.JOBS, unscheduled("sum", "\"suspend\":true,\"ttlSecondsAfterFinished\":0,"));
        until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Suspended").path("status").asText().equals("True"));
        assertThat(pods().all()).isEmpty();
        cluster.merge(ApiResource.JOBS, "sum", "{\"spec\":{\"suspend\":false}}");
        pods().awaitAll("a pod", all -> all.size() == 1);
        end(podNames().iterator().next(), "Succeeded");
        untilGone(ApiResource.JOBS, "sum");
        pods().awaitAll("no pods", java.util.Collection::isEmpty);
    }

    @Test
    @DisplayName("a failure that a rule ignores is replaced, one that it means ends the job")
    void failurePolicy() throws Exception {
        cluster.create(ApiResource.JOBS, unscheduled("sum", """
                "backoffLimit":0,"podFailurePolicy":{"rules":[
                 {"action":"Ignore","onPodConditions":[{"type":"DisruptionTarget","status":"True"}]},
                 {"action":"FailJob","onExitCodes":{"operator":"In","values":[42]}}]},"""));
        pods().awaitAll("a pod", all -> all.size() == 1);
        var first = podNames().iterator().next();
        fail(first, "\"conditions\":[{\"type\":\"DisruptionTarget\",\"status\":\"True\"}]");
        var next = pods().await("another", pod -> !text(pod, "/metadata/name").equals(first));
        fail(text(next, "/metadata/name"), """
                "containerStatuses":[{"name":"c","image":"i","imageID":"","ready":false,"restartCount":0,
                 "state":{"terminated":{"exitCode":42}}}]""");
        var job = until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Failed").path("status").asText().equals("True"));
        assertThat(condition(job, "Failed").path("reason").asText()).isEqualTo("PodFailurePolicy");
        assertThat(condition(job, "Failed").path("message").asText())
                .isEqualTo("Container c for pod default/" + text(next, "/metadata/name")
                        + " failed with exit code 42 matching FailJob rule at index 1");
        assertThat(job.at("/status/failed").asInt()).isEqualTo(1);
    }

    private void fail(String pod, String status) {
        var change = Cluster.json("{\"status\":{\"phase\":\"Failed\"," + status + "}}");
        Cluster.done(cluster.client()
                .patch(ApiResource.PODS.sub("status"), Cluster.named(ApiResource.PODS, pod), new Patch.Merge(change)));
    }
}
