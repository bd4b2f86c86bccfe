package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: container-rules, pull-failures, events
/** Containers that start late, end or cannot be pulled because a rule or their image says so, and the events of all that. */
@PlimsollCluster(time = ClusterTime.VIRTUAL, containerRules = """
                apiVersion: plimsoll.dev/v1
                kind: ContainerRules
                rules:
                - {name: slow, match: {image: "slow*"}, startDelay: 20s, readinessDelay: 30s}
                - {name: batch, match: {namespace: default, labels: {kind: batch}}, duration: 40s, exitCode: 9}
                - {name: gone, match: {image: "old.example/*"}, pullFailure: no such host}
                """)
class ContainerRuleSetTest {
    private static final ApiResource DEPLOYMENTS = ApiResource.namespaced("apps", "v1", "deployments", "Deployment");
    /** Of steps of a second: longer than anything here takes. */
    private static final int MOST_STEPS = 600;

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ContainerRuleSetTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void tidy() {
        kubernetes.apps().deployments().inNamespace("default").delete();
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .serverSideApply();
    }

    private void pod(String name, String image, String labels) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, labels: {%s}}
                spec: {restartPolicy: Never, containers: [{name: c, image: "%s"}]}
                """.formatted(name, labels, image));
    }

    private List<ObjectNode> list(ApiResource resource) {
        return cluster.client()
                .list(resource, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    private ObjectNode pod(String name) {
        return cluster.client()
                .get(ApiResource.PODS, new ObjectName("default", name))
                .done()
                .orElseThrow();
    }

    private static String waiting(ObjectNode pod) {
        return pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
    }

    /** Lets time pass second by second until something holds. */
    private void passUntil(String what, BooleanSupplier condition) {
        for (var step = 0; step < MOST_STEPS; step++) {
            if (condition.getAsBoolean()) return;
            cluster.pass(Duration.ofSeconds(1));
        }
        throw new AssertionError(what + " did not come about in " + MOST_STEPS + " s; pods: " + list(ApiResource.PODS));
    }

    /** Messages of the node about one pod with their counts, by reason. */
    private Map<String, Map<String, Integer>> events(String pod) {
        var events = new TreeMap<String, Map<String, Integer>>();
        for (var event : list(ApiResource.EVENTS)) {
            if (!event.at("/involvedObject/name").asText().equals(pod)) continue;
            if (!event.at("/source/component").asText().equals("kubelet")) continue;
            events.computeIfAbsent(event.path("reason").asText(), _ -> new TreeMap<>())
                    .put(event.path("message").asText(), event.path("count").asInt());
        }
        return events;
    }

    @Test
    @DisplayName("a container takes its time to start and to become ready")
    void delays() {
        pod("late", "slow:1", "");
        var began = cluster.now();
        passUntil("running", () -> pod("late").at("/status/phase").asText().equals("Running"));
        assertThat(Duration.between(began, cluster.now())).isGreaterThanOrEqualTo(Duration.ofSeconds(19));
        assertThat(pod("late").at("/status/containerStatuses/0/ready").asBoolean())
                .isFalse();
        assertThat(pod("late").at("/status/conditions").toString()).contains("containers with unready status: [c]");
        passUntil(
                "ready",
                () -> pod("late").at("/status/containerStatuses/0/ready").asBoolean());
        assertThat(Duration.between(began, cluster.now())).isGreaterThanOrEqualTo(Duration.ofSeconds(48));
    }

    @Test
    @DisplayName("a container ends after its time with its code")
    void ends() {
        pod("batch", "i", "kind: batch");
        pod("other", "i", "kind: other");
        passUntil("failed", () -> pod("batch").at("/status/phase").asText().equals("Failed"));
        assertThat(pod("batch")
                        .at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(9);
        assertThat(pod("other").at("/status/phase").asText()).isEqualTo("Running");
    }

    @Test
    @DisplayName("an image that cannot be pulled is tried again later and later, and told of in the kubelet's words")
    void pullFailure() {
        pod("gone", "old.example/app:1", "");
        passUntil("first failure", () -> waiting(pod("gone")).equals("ErrImagePull"));
        passUntil("back-off", () -> waiting(pod("gone")).equals("ImagePullBackOff"));
        assertThat(pod("gone")
                        .at("/status/containerStatuses/0/state/waiting/message")
                        .asText())
                .isEqualTo("Back-off pulling image \"old.example/app:1\": ErrImagePull: no such host");
        assertThat(pod("gone").at("/status/phase").asText()).isEqualTo("Pending");
        passUntil(
                "three tries",
                () -> events("gone")
                                .getOrDefault("Pulling", Map.of())
                                .getOrDefault("Pulling image \"old.example/app:1\"", 0)
                        >= 3);
        var events = events("gone");
        assertThat(events.get("Failed"))
                .containsKeys(
                        "Failed to pull image \"old.example/app:1\": no such host",
                        "Error: ErrImagePull",
                        "Error: ImagePullBackOff");
        assertThat(events.get("BackOff")).containsKey("Back-off pulling image \"old.example/app:1\"");
        assertThat(events).doesNotContainKeys("Created", "Started");
    }

    @Test
    @DisplayName("what happens to a container is told in the kubelet's words, with the part of the pod that it is")
    void events() {
        pod("told", "shop:1", "");
        passUntil("start", () -> events("told").containsKey("Started"));
        assertThat(events("told"))
                .containsOnlyKeys("Pulling", "Pulled", "Created", "Started")
                .containsEntry("Created", Map.of("Container created", 1))
                .containsEntry("Started", Map.of("Container started", 1));
        assertThat(list(ApiResource.EVENTS))
                .filteredOn(event -> event.at("/involvedObject/name").asText().equals("told")
                        && event.path("reason").asText().equals("Started"))
                .allSatisfy(event -> assertThat(
                                event.at("/involvedObject/fieldPath").asText())
                        .isEqualTo("spec.containers{c}"));
        kubernetes.pods().inNamespace("default").withName("told").delete();
        passUntil("end", () -> events("told").containsKey("Killing"));
        assertThat(events("told")).containsEntry("Killing", Map.of("Stopping container c", 1));
        pod("again", "shop:1", "");
        passUntil("start", () -> events("again").containsKey("Started"));
        assertThat(events("again"))
                .containsEntry("Pulled", Map.of("Container image \"shop:1\" already present on machine", 1));
    }

    @Test
    @DisplayName("a container that keeps failing is told of with counts that go up")
    void backOff() {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: crash}
                spec:
                  containers: [{name: c, image: busybox, command: [sh, -c, "sleep 1; exit 1"]}]
                """);
        passUntil(
                "three restarts",
                () -> events("crash").getOrDefault("BackOff", Map.of()).values().stream()
                        .anyMatch(count -> count >= 2));
        var uid = pod("crash").at("/metadata/uid").asText();
        assertThat(events("crash").get("BackOff"))
                .containsOnlyKeys("Back-off restarting failed container c in pod crash_default(" + uid + ")");
        assertThat(events("crash").get("Started")).containsOnlyKeys("Container started");
    }

    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              progressDeadlineSeconds: 60
              strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: "%s"}]}
            """;

    private boolean isRolledOut(String image) {
        var status = cluster.client()
                .get(DEPLOYMENTS, new ObjectName("default", "web"))
                .done()
                .orElseThrow()
                .path("status");
        return status.path("updatedReplicas").asInt() == 2
                && status.path("replicas").asInt() == 2
                && status.path("availableReplicas").asInt() == 2
                && list(ApiResource.PODS).stream()
                        .allMatch(pod ->
                                pod.at("/spec/containers/0/image").asText().equals(image));
    }

    @Test
    @DisplayName(
            "a rollout to an image with the tag 404 hangs, says so, keeps the old pods, and recovers with a good image")
    void rollout() {
        apply(WEB.formatted("web:1"));
        passUntil("first rollout", () -> isRolledOut("web:1"));
        apply(WEB.formatted("web:404"));
        passUntil(
                "a pod without image",
                () -> list(ApiResource.PODS).stream()
                        .anyMatch(pod -> waiting(pod).equals("ImagePullBackOff")));
        passUntil(
                "deadline",
                () -> cluster.client()
                        .get(DEPLOYMENTS, new ObjectName("default", "web"))
                        .done()
                        .orElseThrow()
                        .at("/status/conditions")
                        .toString()
                        .contains("ProgressDeadlineExceeded"));
        assertThat(list(ApiResource.PODS))
                .filteredOn(pod -> pod.at("/spec/containers/0/image").asText().equals("web:1"))
                .hasSize(2)
                .allMatch(pod -> pod.at("/status/phase").asText().equals("Running"));
        apply(WEB.formatted("web:2"));
        passUntil("recovery", () -> isRolledOut("web:2"));
    }
}
