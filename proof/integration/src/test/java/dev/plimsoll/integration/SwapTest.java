package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.nodeagent.shape.NodeResources;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node of 32Gi with 16Gi of swap (KEP-1287, Swap). */
@Timeout(60)
// Acceptance of KEP-1287: infeasible-swap
class SwapTest {
    private static final String BURSTABLE = """
            {"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1","memory":"2Gi"}}}]}""";

    @TempDir
    Path folder;

    private SimulatedCluster cluster(String behavior) {
        return SimulatedCluster.with(
                folder,
                FeatureGates.DEFAULT,
                resources -> resources.withSwap(new NodeResources.Swap(behavior, 16L << 30)));
    }

    @Test
    @DisplayName("we will forbid resizing memory requests of such containers; this will be surfaced as Infeasible")
    void memoryRequestsOfContainersWithSwapStay() throws InterruptedException {
        try (var cluster = cluster(NodeAbilities.LIMITED_SWAP)) {
            cluster.run("web", BURSTABLE);
            cluster.resize("web", """
                    {"containers":[{"name":"c","resources":{"requests":{"memory":"3Gi"}}}]}""");
            var pod = cluster.await(
                    "web",
                    "pending",
                    each -> condition(each, "PodResizePending")
                            .path("status")
                            .asText()
                            .equals("True"));
            assertThat(condition(pod, "PodResizePending").path("reason").asText())
                    .isEqualTo("Infeasible");
            assertThat(condition(pod, "PodResizePending").path("message").asText())
                    .startsWith("In-place resize of containers with swap is not supported.");
            cluster.resize("web", """
                    {"containers":[{"name":"c","resources":{"requests":{"cpu":"2","memory":"2Gi"}}}]}""");
            var resized = cluster.awaitResized("web", 3);
            assertThat(resized.at("/status/containerStatuses/0/resources/requests/cpu")
                            .asText())
                    .as("cpu has nothing to do with swap")
                    .isEqualTo("2");
            var node = cluster.client
                    .get(ApiResource.NODES, ObjectName.ofCluster(SimulatedCluster.NODE))
                    .done()
                    .orElseThrow();
            assertThat(node.at("/status/nodeInfo/swap/capacity").asLong()).isEqualTo(16L << 30);
        }
    }

    @Test
    @DisplayName("without swap, for Guaranteed pods and with a restart memory requests can be resized")
    void otherContainersAreResized() throws InterruptedException {
        try (var cluster = cluster(NodeAbilities.LIMITED_SWAP)) {
            cluster.run("guaranteed", """
                    {"containers":[{"name":"c","image":"i","resources":{
                    "requests":{"cpu":"1","memory":"2Gi"},"limits":{"cpu":"1","memory":"2Gi"}}}]}""");
            cluster.resize("guaranteed", """
                    {"containers":[{"name":"c","resources":{"requests":{"memory":"3Gi"},"limits":{"memory":"3Gi"}}}]}""");
            cluster.awaitResized("guaranteed", 2);
            cluster.run("restarts", """
                    {"containers":[{"name":"c","image":"i",
                    "resizePolicy":[{"resourceName":"memory","restartPolicy":"RestartContainer"}],
                    "resources":{"requests":{"cpu":"1","memory":"2Gi"}}}]}""");
            cluster.resize("restarts", """
                    {"containers":[{"name":"c","resources":{"requests":{"memory":"3Gi"}}}]}""");
            cluster.awaitResized("restarts", 2);
        }
        try (var cluster = cluster(NodeAbilities.NO_SWAP)) {
            cluster.run("web", BURSTABLE);
            cluster.resize("web", """
                    {"containers":[{"name":"c","resources":{"requests":{"memory":"3Gi"}}}]}""");
            cluster.awaitResized("web", 2);
        }
    }
}
