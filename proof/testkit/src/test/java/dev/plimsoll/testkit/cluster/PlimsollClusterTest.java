package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The test kit as its users have it. */
@PlimsollCluster(nodes = 2)
class PlimsollClusterTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    PlimsollClusterTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void calm() {
        cluster.calm("node-0");
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    private void create(String name) {
        kubernetes
                .pods()
                .inNamespace("default")
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("node-0")
                        .addNewContainer()
                        .withName("c")
                        .withImage("i")
                        .withNewResources()
                        .withRequests(Map.of("cpu", new Quantity("1"), "memory", new Quantity("1Gi")))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        cluster.awaitPod("default", name, PlimsollClusterTest::isRunning);
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private static void resize(ApiClient client, String name, String cpu) {
        var patch = ClientJson.read(
                        ("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"" + cpu
                                        + "\"}}}]}}")
                                .getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        var outcome = client.patch(
                ApiResource.PODS.sub("resize"), new ObjectName("default", name), new Patch.Strategic(patch));
        assertThat(outcome.problem()).isEmpty();
    }

    private static String pending(ObjectNode pod) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("PodResizePending"))
                return condition.path("reason").asText();
        }
        return "";
    }

    @Test
    void aResizeIsCarriedOut(ApiClient client) {
        create("web");
        resize(client, "web", "2");
        cluster.awaitPod(
                "default",
                "web",
                pod -> pod.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals("2"));
    }

    @Test
    void aFullNodeDefersIt(ApiClient client) {
        create("web");
        cluster.fill("node-0", "2", "2Gi");
        resize(client, "web", "4");
        cluster.awaitPod("default", "web", pod -> pending(pod).equals("Deferred"));
        kubernetes.pods().inNamespace("default").withName("filler").delete();
        cluster.awaitPod(
                "default",
                "web",
                pod -> pod.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals("4"));
    }

    @Test
    void aRuntimeThatFailsIsTriedAgain(ApiClient client) {
        create("web");
        cluster.failResizes("node-0", "the disk is on fire");
        resize(client, "web", "2");
        cluster.awaitPod(
                "default", "web", pod -> pod.at("/status/conditions").toString().contains("the disk is on fire"));
    }

    @Test
    void theOfficialClientFitsToo(io.kubernetes.client.openapi.ApiClient official)
            throws io.kubernetes.client.openapi.ApiException {
        create("web");
        var pod = new CoreV1Api(official).readNamespacedPod("web", "default").execute();
        assertThat(pod.getStatus())
                .isNotNull()
                .satisfies(status -> assertThat(status.getPhase()).isEqualTo("Running"));
    }

    @Test
    void nodesStartAgainAndFindWhatTheyPromised(ApiClient client) {
        create("web");
        cluster.fill("node-0", "2", "2Gi");
        resize(client, "web", "4");
        cluster.awaitPod("default", "web", pod -> pending(pod).equals("Deferred"));
        cluster.restartNodes();
        kubernetes.pods().inNamespace("default").withName("filler").delete();
        var pod = cluster.awaitPod(
                "default",
                "web",
                seen -> seen.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals("4"));
        assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt()).isZero();
    }

    @Test
    void podsArePlaced() {
        kubernetes
                .pods()
                .inNamespace("default")
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("placed")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("i")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        var pod = cluster.awaitPod("default", "placed", PlimsollClusterTest::isRunning);
        assertThat(pod.at("/spec/nodeName").asText()).startsWith("node-");
    }
}
