package dev.plimsoll.testkit.cluster;

import static dev.plimsoll.testkit.assertions.ClusterAssertions.assertThatPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.testkit.nodes.NodeSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the tests of an operator are made of. */
@OperatorTestsTest.ClusterOfTheProject
class OperatorTestsTest {
    /** As a project may have its own. */
    @Retention(RetentionPolicy.RUNTIME)
    @PlimsollCluster(
            nodes = 1,
            nodeGroups = @NodeSpec(name = "small", topology = "1s1n2c1t,memory=4Gi"),
            patienceSeconds = 30)
    @interface ClusterOfTheProject {}

    private static final String WEB = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              nodeName: node-0
              containers: [{name: app, image: app:1, resources: {requests: {cpu: "1", memory: 1Gi}}}]
            """;

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    OperatorTestsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    private void resize(String cpu) {
        kubernetes
                .pods()
                .inNamespace("default")
                .withName("web")
                .subresource("resize")
                .edit(pod -> {
                    pod.getSpec()
                            .getContainers()
                            .getFirst()
                            .getResources()
                            .setRequests(Map.of("cpu", new Quantity(cpu), "memory", new Quantity("1Gi")));
                    return pod;
                });
    }

    private ConfigMap map(String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("settings")
                .endMetadata()
                .withData(Map.of("value", value))
                .build();
    }

    @Test
    @DisplayName("typed waits and assertions about a pod that is resized, deferred and can never be")
    void waits() {
        cluster.applyText(WEB);
        var pod = cluster.await(
                Pod.class,
                "default",
                "web",
                seen -> "Running".equals(seen.getStatus().getPhase()));
        assertThat(pod.getSpec().getNodeName()).isEqualTo("node-0");
        assertThatPod(cluster, "default", "web").isRunning().isOn("node-0").hasEvent("Started");
        resize("2");
        assertThatPod(cluster, "default", "web")
                .isResizedTo("app", "cpu", "2000m")
                .wasNotRestarted();
        cluster.fill("node-0", "4", "4Gi");
        cluster.fill("node-0", "3", "3Gi"); // beside what is there
        assertThatThrownBy(() -> cluster.fill("node-0", "5", "1Gi")).hasMessageContaining("has only 3 of cpu free");
        resize("6");
        assertThatPod(cluster, "default", "web").isDeferred();
        assertThatThrownBy(() -> resize("100")).hasMessageContaining("allocatable");
        assertThat(cluster.events(ApiResource.PODS, new ObjectName("default", "web")))
                .extracting(event -> event.path("reason").asText())
                .contains("Started");
    }

    @Test
    @DisplayName(
            "a namespace that is not there, and an object that is deleted, fail a wait at once; a timeout shows the object")
    void waitsThatFail() {
        assertThatThrownBy(() -> cluster.awaitPod("nowhere", "web", _ -> true))
                .hasMessage("there is no namespace nowhere; create it first");
        cluster.applyText(WEB);
        cluster.awaitPod(
                "default", "web", pod -> pod.at("/status/phase").asText().equals("Running"));
        assertThatThrownBy(() -> cluster.await(Pod.class, "default", "web", Duration.ofSeconds(1), _ -> false))
                .hasMessageStartingWith("Pod default/web did not become as expected within 1 s")
                .hasMessageContaining("phase: Running")
                .hasMessageContaining("events:")
                .hasMessageContaining("Started Pod/web (1x): ")
                .hasMessageContaining("plimsoll-testkit Apply")
                .hasMessageContaining("kubelet Update of status")
                .hasMessageNotContaining("managedFields");
        kubernetes
                .pods()
                .inNamespace("default")
                .withName("web")
                .withGracePeriod(0)
                .delete();
        cluster.awaitGone(ApiResource.PODS, new ObjectName("default", "web"));
        cluster.applyText(WEB);
        assertThatThrownBy(() -> cluster.awaitPod("default", "web", pod -> {
                    kubernetes
                            .pods()
                            .inNamespace("default")
                            .withName("web")
                            .withGracePeriod(0)
                            .delete();
                    return false;
                }))
                .hasMessageContaining("was deleted while it was waited for");
        assertThat(cluster.state())
                .contains("node-0 Ready=True")
                .contains("small-0 Ready=True, allocatable 2 CPU")
                .contains(" delete /api/v1/namespaces/default/pods/web -> 200");
    }

    @Test
    @DisplayName("faults of a node add up, and each ends by itself")
    void nodeFaults() {
        cluster.applyText(WEB);
        assertThatPod(cluster, "default", "web").isRunning();
        var broken = cluster.inject("node-0", NodeFault.fail("the disk is on fire"));
        try (var _ = cluster.inject("node-0", NodeFault.slow(Duration.ofMillis(20)), NodeFault.veto("not today"))) {
            resize("2");
            cluster.awaitPod(
                    "default",
                    "web",
                    pod -> pod.at("/status/conditions").toString().contains("not today"));
        }
        cluster.awaitPod(
                "default", "web", pod -> pod.at("/status/conditions").toString().contains("on fire"));
        broken.close();
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2");
        assertThatThrownBy(() -> cluster.inject("node-7", NodeFault.veto("no"))).hasMessageContaining("no node node-7");
    }

    @Test
    @DisplayName(
            "clients meet conflicts, errors, refusals, timeouts and stale lists where a test says so, as often as it says")
    void apiFaults() {
        kubernetes.resource(map("first")).create();
        try (var _ = cluster.inject(ApiFault.staleList().onResource("configmaps"))) {
            kubernetes.resource(map("second")).update();
            assertThat(values()).containsExactly("first");
        }
        assertThat(values()).containsExactly("second");
        try (var _ = cluster.inject(ApiFault.conflict().onVerb("update").times(1))) {
            assertThatThrownBy(() -> kubernetes.resource(map("third")).update())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(409));
            kubernetes.resource(map("third")).update();
        }
        // fabric8 tries again what may have been lost.
        var timeout = ApiFault.timeout().onVerb("get").times(1).forUserAgent("fabric8");
        try (var _ = cluster.inject(timeout)) {
            var map = kubernetes
                    .configMaps()
                    .inNamespace("default")
                    .withName("settings")
                    .get();
            assertThat(map.getData()).containsEntry("value", "third");
            assertThat(timeout.take()).isFalse();
        }
        try (var _ = cluster.inject(ApiFault.serverError().forUserAgent("somebody-else"))) {
            assertThat(values()).containsExactly("third");
        }
    }

    private List<String> values() {
        return kubernetes.configMaps().inNamespace("default").list().getItems().stream()
                .filter(map -> map.getMetadata().getName().equals("settings"))
                .map(map -> map.getData().get("value"))
                .toList();
    }

    @Test
    @DisplayName("a watch that is open is dropped at its next event")
    void droppedWatch() throws InterruptedException {
        var ended = new CountDownLatch(1);
        var dropped = ApiFault.droppedWatch().onResource("configmaps").times(1);
        try (var _ = kubernetes.configMaps().inNamespace("default").watch(new Watcher<>() {
                    @Override
                    public void eventReceived(Action action, ConfigMap map) {
                        if (map.getMetadata().getName().equals("settings")) ended.countDown();
                    }

                    @Override
                    public void onClose(WatcherException cause) {}
                });
                var _ = cluster.inject(dropped)) {
            kubernetes.resource(map("first")).create();
            // The client watches again from where it was, and hears of the change.
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(dropped.take()).isFalse();
        }
    }

    @Test
    @DisplayName("a service account may what roles allow it")
    void accounts() {
        var operator = cluster.fabric8As("default", "operator");
        assertThatThrownBy(() -> operator.pods().inNamespace("default").list())
                .hasMessageContaining("system:serviceaccount:default:operator")
                .hasMessageContaining("cannot list resource");
        cluster.applyText("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: reader}
                rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: reader}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
                subjects: [{kind: ServiceAccount, name: operator, namespace: default}]
                """);
        assertThat(operator.pods().inNamespace("default").list().getItems()).isEmpty();
    }

    @Test
    @DisplayName("a webhook in the test denies and changes objects")
    void webhooks() {
        try (var _ = cluster.webhook(request -> name(request).equals("bad")
                                ? LocalWebhook.denied("bad is no name")
                                : LocalWebhook.allowed())
                        .validates("", "v1", "configmaps", "CREATE");
                var _ = cluster.webhook(_ ->
                                LocalWebhook.patched("[{\"op\":\"add\",\"path\":\"/data/seen\",\"value\":\"yes\"}]"))
                        .mutates("", "v1", "configmaps", "CREATE")) {
            assertThat(kubernetes.resource(map("first")).create().getData()).containsEntry("seen", "yes");
            var bad = map("first")
                    .edit()
                    .editMetadata()
                    .withName("bad")
                    .endMetadata()
                    .build();
            assertThatThrownBy(() -> kubernetes.resource(bad).create()).hasMessageContaining("bad is no name");
        }
        var bad =
                map("first").edit().editMetadata().withName("bad").endMetadata().build();
        assertThat(kubernetes.resource(bad).create().getData()).doesNotContainKey("seen");
    }

    private static String name(ObjectNode request) {
        return request.at("/object/metadata/name").asText();
    }

    @Test
    @DisplayName("reset deletes what tests made, and the injected client ignores close")
    void resets() {
        kubernetes.close();
        cluster.applyText("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: c, image: i}]}
                """);
        cluster.applyText(WEB);
        cluster.awaitAny(
                ApiResource.PODS,
                "shop",
                pod -> pod.at("/status/phase").asText().equals("Running"));
        cluster.stopNode("small-0");
        cluster.reset();
        assertThat(kubernetes.pods().inAnyNamespace().list().getItems()).isEmpty();
        assertThat(kubernetes.namespaces().withName("shop").get()).isNull();
        assertThat(kubernetes.namespaces().withName("default").get()).isNotNull();
    }

    @Nested
    class Inside {
        @Test
        @DisplayName("a nested class has the cluster of the annotation on the one around it")
        void sameCluster(TestCluster injected) {
            assertThat(injected).isSameAs(cluster);
        }
    }
}
