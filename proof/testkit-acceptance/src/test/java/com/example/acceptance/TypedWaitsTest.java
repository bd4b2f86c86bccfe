package com.example.acceptance;

import static dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.client.ApiResource;
import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.ObjectName;
import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits for what an operator brings about. */
// Acceptance of the test kit: wait-resource, wait-class, wait-document, wait-patience, wait-fails-at-once, events, pass-until, assertions
@PlimsollCluster(nodes = 1, time = ClusterTime.VIRTUAL, patienceSeconds = 30)
class TypedWaitsTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    TypedWaitsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    @Test
    void forWhatTheClientAddresses() {
        cluster.apply("/web.yaml");
        Pod pod = cluster.await(Web.in(kubernetes), Duration.ofSeconds(30), Web::isRunning);
        assertThat(pod.getSpec().getNodeName()).isEqualTo("node-0");
    }

    @Test
    void forAnObjectOfAClass() {
        cluster.apply("/web.yaml");
        Pod pod = cluster.await(Pod.class, "default", "web", Web::isRunning);
        assertThat(pod.getStatus().getContainerStatuses()).hasSize(1);
        Node node = cluster.await(Node.class, "", "node-0", seen -> true);
        assertThat(node.getStatus().getAllocatable()).containsKey("cpu");
    }

    @Test
    void forDocuments() {
        cluster.apply("/web.yaml");
        var pod = cluster.awaitPod("default", "web", seen -> seen.at("/status/phase").asText().equals("Running"));
        assertThat(pod.at("/spec/containers/0/name").asText()).isEqualTo("app");
        assertThat(cluster.awaitAny(ApiResource.PODS, "default", seen -> true).at("/metadata/name").asText())
                .isEqualTo("web");
        Web.in(kubernetes).withGracePeriod(0).delete();
        cluster.awaitGone(ApiResource.PODS, new ObjectName("default", "web"));
    }

    @Test
    void withThePatienceThatATestHas() {
        cluster.apply("/web.yaml");
        assertThatThrownBy(() -> cluster.within(Duration.ofSeconds(1)).awaitPod("default", "web", seen -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("did not become as expected within 1 s");
    }

    @Test
    void whatCannotComeAboutFailsAtOnce() {
        var begun = Instant.now();
        assertThatThrownBy(() -> cluster.awaitPod("nowhere", "web", seen -> true))
                .hasMessageContaining("there is no namespace nowhere");
        assertThatThrownBy(() -> cluster.await(Pod.class, "nowhere", "web", seen -> true))
                .hasMessageContaining("there is no namespace nowhere");
        var elsewhere = kubernetes.pods().inNamespace("nowhere").withName("web");
        assertThatThrownBy(() -> cluster.await(elsewhere, Duration.ofHours(1), seen -> true))
                .hasMessageContaining("there is no namespace nowhere");
        cluster.apply("/web.yaml");
        assertThatThrownBy(() -> cluster.awaitPod("default", "web", seen -> {
                    Web.in(kubernetes).withGracePeriod(0).delete();
                    return false;
                }))
                .hasMessageContaining("was deleted while it was waited for");
        cluster.awaitGone(ApiResource.PODS, new ObjectName("default", "web"));
        cluster.apply("/web.yaml");
        assertThatThrownBy(() -> cluster.await(Web.in(kubernetes), Duration.ofHours(1), seen -> {
                    Web.in(kubernetes).withGracePeriod(0).delete();
                    return false;
                }))
                .hasMessageContaining("was deleted while it was waited for");
        assertThat(begun).isAfter(Instant.now().minus(Duration.ofMinutes(50))); // nobody waited for the hour
    }

    @Test
    void eventsAboutAnObject() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning().hasEvent("Started");
        assertThat(cluster.events(ApiResource.PODS, new ObjectName("default", "web")))
                .anyMatch(event -> event.path("reason").asText().equals("Started"));
    }

    @Test
    void timePassesUntilSomethingIsSo() {
        var begun = cluster.now();
        cluster.stopNode("node-0");
        cluster.passUntil(Duration.ofMinutes(5), () -> kubernetes.nodes().withName("node-0").get().getStatus()
                .getConditions().stream()
                .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("Unknown")));
        assertThat(Duration.between(begun, cluster.now())).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(2));
        assertThatThrownBy(() -> cluster.passUntil(Duration.ofSeconds(3), () -> false))
                .hasMessageContaining("it did not come about within PT3S of the cluster's time");
    }

    @Test
    void assertionsAboutPods() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning().isOn("node-0").hasEvent("Started");
        Web.resize(kubernetes, "2");
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2").wasNotRestarted();
        cluster.fill("node-0", "1", "1Gi");
        Web.resize(kubernetes, "5");
        assertThatPod(cluster, "default", "web").isDeferred();
    }
}
