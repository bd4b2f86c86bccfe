package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Hours that pass at once. */
@PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
class VirtualTimeTest {
    private static final ApiResource JOBS = ApiResource.namespaced("batch", "v1", "jobs", "Job");
    private static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    VirtualTimeTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void tidy() {
        List.of("node-0", "node-1").forEach(cluster::startNode);
        kubernetes.apps().deployments().inNamespace("default").delete();
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private List<ObjectNode> pods(ApiClient client) {
        return client.list(ApiResource.PODS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 1
              selector: {matchLabels: {app: web}}
              template:
                metadata:
                  labels: {app: web}
                  annotations: {simulation.plimsoll.dev/cpu.c: "constant 700m"}
                spec:
                  containers: [{name: c, image: i, resources: {requests: {cpu: 100m, memory: 64Mi}}}]
            """;

    /** The one pod of the deployment, running, on another node than this. */
    private ObjectNode running(String notOn) {
        return cluster.awaitAny(
                ApiResource.PODS,
                "default",
                pod -> isRunning(pod) && !pod.at("/spec/nodeName").asText().equals(notOn));
    }

    @Test
    @DisplayName("the pods of a node that is lost for six minutes are replaced on another, and it comes back")
    void lostNode(ApiClient client) {
        apply(WEB);
        var first = running("");
        var node = first.at("/spec/nodeName").asText();
        cluster.stopNode(node);
        cluster.pass(Duration.ofMinutes(1));
        cluster.await(
                ApiResource.NODES,
                ObjectName.ofCluster(node),
                seen -> ready(seen).equals("Unknown"));
        assertThat(pods(client)).hasSize(1);
        cluster.pass(Duration.ofMinutes(6));
        assertThat(running(node).at("/metadata/uid")).isNotEqualTo(first.at("/metadata/uid"));
        cluster.startNode(node);
        cluster.await(
                ApiResource.NODES,
                ObjectName.ofCluster(node),
                seen -> ready(seen).equals("True"));
    }

    private static String ready(ObjectNode node) {
        for (var condition : node.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready"))
                return condition.path("status").asText();
        }
        return "";
    }

    @Test
    @DisplayName("nodes that live are never taken for lost, however fast an hour passes")
    void heartbeats(ApiClient client) {
        apply(WEB);
        var uid = running("").at("/metadata/uid").asText();
        cluster.pass(Duration.ofHours(1));
        assertThat(pods(client))
                .singleElement()
                .satisfies(pod -> assertThat(pod.at("/metadata/uid").asText()).isEqualTo(uid));
        for (var node : List.of("node-0", "node-1")) {
            var seen = client.get(ApiResource.NODES, ObjectName.ofCluster(node))
                    .done()
                    .orElseThrow();
            assertThat(ready(seen)).isEqualTo("True");
        }
    }

    @Test
    @DisplayName("a finished job goes when its hour is over, not before")
    void finishedJob(ApiClient client) {
        apply("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: once}
                spec:
                  ttlSecondsAfterFinished: 3600
                  template:
                    metadata: {annotations: {simulation.plimsoll.dev/exit.c: "30s 0"}}
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: i}]
                """);
        var name = new ObjectName("default", "once");
        cluster.awaitAny(ApiResource.PODS, "default", VirtualTimeTest::isRunning);
        cluster.pass(Duration.ofMinutes(1));
        cluster.await(JOBS, name, job -> job.at("/status/succeeded").asInt() == 1);
        cluster.pass(Duration.ofMinutes(50));
        assertThat(client.get(JOBS, name).done()).isPresent();
        cluster.pass(Duration.ofMinutes(15));
        cluster.awaitGone(JOBS, name);
    }

    @Test
    @DisplayName("a cron job starts its jobs by the clock and keeps the last three")
    void cronJob(ApiClient client) {
        apply("""
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: report}
                spec:
                  schedule: "*/15 * * * *"
                  jobTemplate:
                    spec:
                      template:
                        metadata: {annotations: {simulation.plimsoll.dev/exit.c: "30s 0"}}
                        spec:
                          restartPolicy: Never
                          containers: [{name: c, image: i}]
                """);
        cluster.pass(Duration.ofMinutes(80));
        var jobs = client.list(JOBS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items();
        // Whether one is at work at this moment depends on the time at which the cluster began.
        assertThat(jobs)
                .filteredOn(job -> job.at("/status/active").asInt() == 1)
                .hasSizeBetween(0, 1);
        assertThat(jobs)
                .filteredOn(job -> job.at("/status/active").asInt() != 1)
                .hasSize(3)
                .allSatisfy(
                        job -> assertThat(job.at("/status/succeeded").asInt()).isEqualTo(1));
        kubernetes.batch().v1().cronjobs().inNamespace("default").delete();
        for (var job : jobs) cluster.awaitGone(JOBS, ObjectName.of(job));
    }

    @Test
    @DisplayName("a container that crashes backs off up to five minutes")
    void crashLoop(ApiClient client) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: crashing
                  annotations: {simulation.plimsoll.dev/exit.c: "1s 1"}
                spec:
                  containers: [{name: c, image: i}]
                """);
        cluster.awaitPod("default", "crashing", VirtualTimeTest::isRunning);
        cluster.pass(Duration.ofMinutes(30));
        var pod = client.get(ApiResource.PODS, new ObjectName("default", "crashing"))
                .done()
                .orElseThrow();
        // 10, 20, 40, 80, 160 seconds, and then five minutes each.
        assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt()).isBetween(8, 11);
    }

    @Test
    @DisplayName("an agent that crashed finds its containers running")
    void crashedAgent() {
        apply(WEB);
        var before = running("");
        var name = ObjectName.of(before);
        var node = before.at("/spec/nodeName").asText();
        cluster.slowDown(node, Duration.ofMinutes(10));
        kubernetes
                .pods()
                .inNamespace("default")
                .withName(name.name())
                .subresource("resize")
                .edit(pod -> {
                    pod.getSpec()
                            .getContainers()
                            .getFirst()
                            .getResources()
                            .getRequests()
                            .put("cpu", new Quantity("300m"));
                    return pod;
                });
        cluster.await(
                ApiResource.PODS,
                name,
                pod -> pod.at("/status/conditions").toString().contains("PodResizeInProgress"));
        // What is under way stays slow; what the restarted agent does is not, from its first act on.
        cluster.calm(node);
        cluster.restartNode(node);
        var after = cluster.await(
                ApiResource.PODS,
                name,
                pod -> pod.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals("300m"));
        assertThat(after.at("/status/containerStatuses/0/containerID"))
                .isEqualTo(before.at("/status/containerStatuses/0/containerID"));
    }

    @Test
    @DisplayName("an autoscaler has seen two hours of use")
    void hoursOfUse() {
        apply(WEB);
        running("");
        apply("""
                apiVersion: autoscaling.k8s.io/v1
                kind: VerticalPodAutoscaler
                metadata: {name: web}
                spec:
                  targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
                  updatePolicy: {updateMode: "Off"}
                """);
        cluster.pass(Duration.ofHours(2));
        var target = "/status/recommendation/containerRecommendations/0/target/cpu";
        var vpa = cluster.await(
                AUTOSCALERS,
                new ObjectName("default", "web"),
                seen -> !seen.at(target).isMissingNode());
        assertThat(vpa.at(target).asText()).isBetween("700m", "900m");
    }

    @Nested
    class Inside {
        @Test
        @DisplayName("a nested class has the cluster of the one around it")
        void same(TestCluster here) {
            assertThat(here).isSameAs(cluster);
        }
    }
}
