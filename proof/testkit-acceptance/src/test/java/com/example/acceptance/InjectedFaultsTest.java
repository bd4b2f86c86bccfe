package com.example.acceptance;

import static dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.client.ApiFault;
import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.NodeFault;
import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import dev.plimsoll.testkit.nodes.NodeSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever may go wrong. */
// Acceptance of the test kit: faults-add-up, fault-conflict, fault-429, fault-500, fault-timeout, fault-dropped-watch, fault-stale-list
// Acceptance of the test kit: fault-selection, fillers, usage, infeasible, node-shapes
@PlimsollCluster(
        nodes = 1,
        nodeGroups = {
            @NodeSpec(name = "pinned", topology = "1s1n8c1t,memory=16Gi", cpuPolicy = "static", labels = "disk=ssd"),
            @NodeSpec(
                    name = "numa",
                    topology = "1s2n4c1t,memory=8Gi",
                    cpuPolicy = "static",
                    memoryPolicy = "Static",
                    topologyPolicy = "single-numa-node",
                    topologyScope = "pod")
        },
        featureGates = "PodLevelResourceManagers=true",
        time = ClusterTime.VIRTUAL)
class InjectedFaultsTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    InjectedFaultsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @BeforeEach
    void failOnTheFirstAnswer() {
        kubernetes.getConfiguration().setRequestRetryBackoffLimit(0);
    }

    @AfterEach
    void reset() {
        kubernetes.getConfiguration().setRequestRetryBackoffLimit(10);
        cluster.reset();
    }

    private static ConfigMap map(String value) {
        return new ConfigMapBuilder()
                .withNewMetadata().withNamespace("default").withName("settings").endMetadata()
                .withData(Map.of("value", value))
                .build();
    }

    private List<String> values() {
        return kubernetes.configMaps().inNamespace("default").list().getItems().stream()
                .filter(each -> each.getMetadata().getName().equals("settings"))
                .map(each -> each.getData().get("value"))
                .collect(Collectors.toList());
    }

    private void answers(int code, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(code));
    }

    private void run(String node, String resources) {
        cluster.applyText("apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  nodeName: " + node
                + "\n  containers: [{name: app, image: 'app:1', resources: " + resources + "}]\n");
    }

    @Test
    void faultsOfANodeAddUpAndEachEnds() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning();
        var broken = cluster.inject("node-0", NodeFault.fail("the disk is on fire"));
        try (var refusing = cluster.inject("node-0", NodeFault.slow(Duration.ofSeconds(2)), NodeFault.veto("not today"))) {
            assertThat(refusing).isNotNull();
            Web.resize(kubernetes, "2");
            cluster.advance(Duration.ofMinutes(1));
            cluster.awaitPod("default", "web", pod -> pod.at("/status/conditions").toString().contains("not today"));
        }
        cluster.advance(Duration.ofMinutes(5));
        cluster.awaitPod("default", "web", pod -> pod.at("/status/conditions").toString().contains("on fire"));
        broken.close();
        cluster.advance(Duration.ofMinutes(5));
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2").wasNotRestarted();
    }

    @Test
    void conflicts() {
        kubernetes.resource(map("first")).create();
        cluster.inject(ApiFault.conflict().onVerb("update").onResource("configmaps").times(1));
        answers(409, () -> kubernetes.resource(map("second")).update());
        kubernetes.resource(map("second")).update();
        assertThat(values()).containsExactly("second");
    }

    @Test
    void tooManyRequests() {
        try (var fault = cluster.inject(ApiFault.tooManyRequests(Duration.ofSeconds(1)).onVerb("list").onResource("configmaps"))) {
            assertThat(fault).isNotNull();
            answers(429, this::values);
        }
        assertThat(values()).isEmpty();
    }

    @Test
    void errorsOfTheServer() {
        try (var fault = cluster.inject(ApiFault.serverError().onVerb("create").onResource("configmaps"))) {
            assertThat(fault).isNotNull();
            answers(500, () -> kubernetes.resource(map("first")).create());
        }
        assertThat(values()).isEmpty();
    }

    @Test
    void timeouts() {
        try (var fault = cluster.inject(ApiFault.timeout().onVerb("create").onResource("configmaps"))) {
            assertThat(fault).isNotNull();
            answers(504, () -> kubernetes.resource(map("first")).create());
        }
        assertThat(values()).isEmpty(); // it was not carried out
    }

    @Test
    void watchesThatEnd() throws InterruptedException {
        kubernetes.getConfiguration().setRequestRetryBackoffLimit(10);
        var heard = new CountDownLatch(1);
        try (var watch = kubernetes.configMaps().inNamespace("default").watch(new Watcher<ConfigMap>() {
                    @Override
                    public void eventReceived(Action action, ConfigMap map) {
                        if (map.getMetadata().getName().equals("settings")) heard.countDown();
                    }

                    @Override
                    public void onClose(WatcherException cause) {}
                });
                var fault = cluster.inject(ApiFault.droppedWatch().onResource("configmaps").times(1))) {
            assertThat(watch).isNotNull();
            assertThat(fault).isNotNull();
            kubernetes.resource(map("first")).create();
            assertThat(heard.await(30, TimeUnit.SECONDS)).isTrue(); // the client watches again from where it was
        }
    }

    @Test
    void listsThatAreOld() {
        kubernetes.resource(map("first")).create();
        try (var fault = cluster.inject(ApiFault.staleList().onResource("configmaps"))) {
            assertThat(fault).isNotNull();
            kubernetes.resource(map("second")).update();
            assertThat(values()).containsExactly("first");
        }
        assertThat(values()).containsExactly("second");
    }

    @Test
    void onlyForSomeClientsAndVerbs() {
        try (var others = cluster.inject(ApiFault.serverError().forUserAgent("somebody-else"));
                var reads = cluster.inject(ApiFault.serverError().forUserAgent("fabric8").onVerb("get"))) {
            assertThat(others).isNotEqualTo(reads);
            assertThat(values()).isEmpty();
            answers(500, () -> kubernetes.configMaps().inNamespace("default").withName("settings").get());
        }
    }

    @Test
    void severalFillers() {
        var first = cluster.fill("node-0", "4", "4Gi");
        var second = cluster.fill("node-0", "3", "3Gi");
        assertThat(first).isNotEqualTo(second);
        assertThatThrownBy(() -> cluster.fill("node-0", "5", "1Gi")).hasMessageContaining("has only 3 of cpu free");
    }

    @Test
    void aContainerThatUsesMoreFromNowOn() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning();
        cluster.use("default", "web", "app", "memory=leak 1Gi 100Mi");
        cluster.advance(Duration.ofMinutes(1));
        var killed = cluster.await(Web.in(kubernetes), Duration.ofSeconds(30),
                pod -> pod.getStatus().getContainerStatuses().get(0).getRestartCount() > 0);
        assertThat(killed.getStatus().getContainerStatuses().get(0).getLastState().getTerminated().getReason())
                .isEqualTo("OOMKilled");
    }

    @Test
    void aResizeThatCanNeverBe() {
        run("pinned-0", "{requests: {cpu: 2, memory: 1Gi}, limits: {cpu: 2, memory: 1Gi}}");
        assertThatPod(cluster, "default", "web").isRunning();
        Web.in(kubernetes).subresource("resize").patch("{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":"
                + "{\"requests\":{\"cpu\":\"3\"},\"limits\":{\"cpu\":\"3\"}}}]}}");
        assertThatPod(cluster, "default", "web").isInfeasible();
    }

    @Test
    void nodesOfOtherShapesAndPolicies() {
        var pinned = kubernetes.nodes().withName("pinned-0").get();
        assertThat(pinned.getMetadata().getLabels()).containsEntry("disk", "ssd");
        assertThat(pinned.getStatus().getCapacity().get("cpu").toString()).isEqualTo("8");
        run("numa-0", "{requests: {cpu: 5, memory: 1Gi}, limits: {cpu: 5, memory: 1Gi}}");
        var refused = cluster.awaitPod("default", "web", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(refused.at("/status/reason").asText()).isEqualTo("TopologyAffinityError");
    }
}
