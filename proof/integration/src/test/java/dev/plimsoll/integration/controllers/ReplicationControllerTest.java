package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: replication-controllers
/** Replication controllers on our API server with simulated nodes. */
class ReplicationControllerTest extends OneCluster {
    private void made(int replicas) {
        cluster.create(
                ApiResource.REPLICATION_CONTROLLERS,
                "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":%d,\"template\":%s}}"
                        .formatted(replicas, Workloads.template("web", "i:1")));
    }

    @Test
    @DisplayName(
            "a replication controller comes up, is scaled, replaces and releases pods, and its pods stay or go as asked")
    void lifeOfAReplicationController() throws Exception {
        made(3);
        var up = until(
                ApiResource.REPLICATION_CONTROLLERS,
                "web",
                each -> each.at("/status/availableReplicas").asInt() == 3
                        && each.at("/status/observedGeneration").asInt()
                                == each.at("/metadata/generation").asInt());
        assertThat(up.at("/status/fullyLabeledReplicas").asInt()).isEqualTo(3);
        assertThat(up.path("status").has("terminatingReplicas")).isFalse();
        assertThat(text(up, "/spec/selector/app")).isEqualTo("web");
        for (var pod : pods().all()) {
            assertThat(text(pod, "/metadata/ownerReferences/0/kind")).isEqualTo("ReplicationController");
            assertThat(text(pod, "/metadata/ownerReferences/0/apiVersion")).isEqualTo("v1");
        }

        cluster.merge(ApiResource.REPLICATION_CONTROLLERS.sub("scale"), "web", "{\"spec\":{\"replicas\":2}}");
        pods().awaitAll("two pods", all -> all.size() == 2);

        var released = podNames().iterator().next();
        cluster.merge(
                dev.plimsoll.client.ApiResource.PODS, released, "{\"metadata\":{\"labels\":{\"app\":\"other\"}}}");
        pods().awaitAll(
                        "one more, and one that is free",
                        all -> all.size() == 3
                                && all.stream()
                                        .anyMatch(pod ->
                                                text(pod, "/metadata/name").equals(released)
                                                        && pod.path("metadata")
                                                                .path("ownerReferences")
                                                                .isEmpty()));

        // Without a policy the pods stay, as ever with this kind.
        delete(ApiResource.REPLICATION_CONTROLLERS, "web", "");
        untilGone(ApiResource.REPLICATION_CONTROLLERS, "web");
        assertThat(podNames()).hasSize(3);
        made(2);
        until(
                ApiResource.REPLICATION_CONTROLLERS,
                "web",
                each -> each.at("/status/availableReplicas").asInt() == 2);
        assertThat(podNames()).hasSize(3);
        delete(ApiResource.REPLICATION_CONTROLLERS, "web", "Background");
        pods().awaitAll(
                        "only the free one",
                        all -> all.size() == 1
                                && text(all.iterator().next(), "/metadata/name").equals(released));
    }
}
