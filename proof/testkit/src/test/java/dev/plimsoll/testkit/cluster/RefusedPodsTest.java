package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes that have no room: schedulers see it, and controllers do not make one pod after the other for them. */
@PlimsollCluster(nodes = 1, time = ClusterTime.VIRTUAL)
@Timeout(120)
class RefusedPodsTest {
    private static final String NAMESPACE = "default";

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;
    private final ApiClient client;

    RefusedPodsTest(TestCluster cluster, KubernetesClient kubernetes, ApiClient client) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
        this.client = client;
    }

    @AfterEach
    void tidy() {
        cluster.calm("node-0");
        kubernetes.apps().deployments().inNamespace(NAMESPACE).delete();
        kubernetes.apps().replicaSets().inNamespace(NAMESPACE).delete();
        kubernetes.apps().statefulSets().inNamespace(NAMESPACE).delete();
        kubernetes.apps().daemonSets().inNamespace(NAMESPACE).delete();
        kubernetes.batch().v1().jobs().inNamespace(NAMESPACE).delete();
        cluster.pass(Duration.ofMinutes(1));
        for (var pod : pods()) {
            kubernetes
                    .pods()
                    .inNamespace(NAMESPACE)
                    .withName(pod.at("/metadata/name").asText())
                    .withGracePeriod(0)
                    .delete();
        }
        for (var pod : pods()) cluster.awaitGone(ApiResource.PODS, ObjectName.of(pod));
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(NAMESPACE)
                .create();
    }

    private List<ObjectNode> pods() {
        return client.list(ApiResource.PODS, ObjectSelection.inNamespace(NAMESPACE), Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    /** Pods that a controller made. */
    private List<ObjectNode> made() {
        return pods().stream()
                .filter(pod -> pod.path("metadata").has("ownerReferences"))
                .toList();
    }

    private static boolean isReady(JsonNode pod) {
        return condition(pod, "Ready").path("status").asText().equals("True");
    }

    private static JsonNode condition(JsonNode pod, String type) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return pod.path("none");
    }

    private void resize(String spec) {
        var patch = ClientJson.read(("{\"spec\":" + spec + "}").getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertThat(client.patch(
                                ApiResource.PODS.sub("resize"),
                                new ObjectName(NAMESPACE, "large"),
                                new Patch.Strategic(patch))
                        .problem())
                .isEmpty();
    }

    private static String deployment(String memory) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      containers: [{name: c, image: i, resources: {requests: {memory: %s}}}]
                """.formatted(memory);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            pod level     | {resources: {requests: R, limits: R}, containers: [{name: c, image: i}]} | {"resources":{"requests":S,"limits":S}}
            container     | {containers: [{name: c, image: i, resources: {requests: R, limits: R}}]} | {"containers":[{"name":"c","resources":{"requests":S,"limits":S}}]}
            both          | {resources: {requests: R, limits: R}, containers: [{name: c, image: i, resources: {requests: R, limits: R}}]} | {"resources":{"requests":S,"limits":S},"containers":[{"name":"c","resources":{"requests":S,"limits":S}}]}
            also less cpu | {resources: {requests: R, limits: R}, containers: [{name: c, image: i}]} | {"resources":{"requests":T,"limits":T}}
            """)
    @DisplayName("while memory is being taken from a pod nobody is sent to its place")
    void shrinkThatWaits(String level, String spec, String shrunk) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: large
                  annotations: {simulation.plimsoll.dev/memory.c: "burst 19Gi 1Gi 36000s 36600s"}
                spec: %s
                """.formatted(spec.replace("R", "{cpu: 2, memory: 20Gi}")));
        cluster.awaitPod(NAMESPACE, "large", RefusedPodsTest::isReady);
        resize(shrunk.replace("S", "{\"cpu\":\"2\",\"memory\":\"4Gi\"}")
                .replace("T", "{\"cpu\":\"1\",\"memory\":\"4Gi\"}"));
        cluster.awaitPod(
                NAMESPACE,
                "large",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        apply(deployment("20Gi"));
        cluster.pass(Duration.ofMinutes(2));
        assertWaits();
        cluster.pass(Duration.ofMinutes(9));
        cluster.awaitPod(
                NAMESPACE, "large", pod -> condition(pod, "PodResizeInProgress").isMissingNode());
        cluster.pass(Duration.ofMinutes(6));
        cluster.awaitAny(
                ApiResource.PODS, NAMESPACE, pod -> pod.path("metadata").has("ownerReferences") && isReady(pod));
        assertThat(made()).hasSize(1);
    }

    /** One pod, not placed. */
    private void assertWaits() {
        assertThat(made()).singleElement().satisfies(pod -> {
            assertThat(pod.at("/status/phase").asText()).isEqualTo("Pending");
            assertThat(pod.at("/spec/nodeName").asText()).isEmpty();
        });
    }

    @Test
    @DisplayName("while a container is restarted to become smaller nobody is sent to its place")
    void restartThatTakesLong() {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: large}
                spec:
                  terminationGracePeriodSeconds: 600
                  containers:
                  - name: c
                    image: i
                    resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]
                    resources: {requests: {memory: 20Gi}, limits: {memory: 20Gi}}
                """);
        cluster.awaitPod(NAMESPACE, "large", RefusedPodsTest::isReady);
        cluster.slowDown("node-0", Duration.ofMinutes(5));
        resize(
                "{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"memory\":\"4Gi\"},\"limits\":{\"memory\":\"4Gi\"}}}]}");
        cluster.awaitPod(
                NAMESPACE,
                "large",
                pod -> !condition(pod, "PodResizeInProgress").isMissingNode());
        apply(deployment("20Gi"));
        cluster.pass(Duration.ofMinutes(2));
        assertWaits();
        cluster.pass(Duration.ofMinutes(40));
        cluster.awaitAny(
                ApiResource.PODS, NAMESPACE, pod -> pod.path("metadata").has("ownerReferences") && isReady(pod));
        assertThat(made()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            Deployment  | {replicas: 1, selector: {matchLabels: {app: web}}, T}
            Deployment  | {replicas: 5, selector: {matchLabels: {app: web}}, T}
            ReplicaSet  | {replicas: 1, selector: {matchLabels: {app: web}}, T}
            StatefulSet | {replicas: 1, serviceName: web, selector: {matchLabels: {app: web}}, T}
            DaemonSet   | {selector: {matchLabels: {app: web}}, T}
            """)
    @DisplayName("a controller whose pods a node refuses waits longer and longer")
    void refusedForEver(String kind, String spec) {
        var template = "template: {metadata: {labels: {app: web}}, spec: {nodeName: node-0,"
                + " containers: [{name: c, image: i, resources: {requests: {memory: 100Gi}}}]}}";
        var uids = ConcurrentHashMap.<String>newKeySet();
        try (var watch = kubernetes.pods().inNamespace(NAMESPACE).watch(new Uids(uids))) {
            assertThat(watch).isNotNull();
            apply("apiVersion: apps/v1\nkind: " + kind + "\nmetadata: {name: web}\nspec: "
                    + spec.replace("T", template));
            cluster.pass(Duration.ofMinutes(20));
            assertThat(made())
                    .isNotEmpty()
                    .allSatisfy(
                            pod -> assertThat(pod.at("/status/reason").asText()).isEqualTo("OutOfmemory"));
        }
        var replicas = spec.contains("replicas: 5") ? 5 : 1;
        // One second, doubled up to five minutes: some 12 tries in 20 minutes.
        assertThat(uids.size()).isBetween(5, replicas * 15);
    }

    /** Who was ever there. */
    private record Uids(Set<String> uids) implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            uids.add(pod.getMetadata().getUid());
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new AssertionError("the watch ended", cause);
        }
    }
}
