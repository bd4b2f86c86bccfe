package com.example.booster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator against a cluster that validates, places, resizes and defers as a real one does. */
@PlimsollCluster(nodes = 1)
class BoosterTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;
    private Booster booster;

    BoosterTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @BeforeEach
    void start() {
        booster = new Booster(kubernetes, "default");
    }

    @AfterEach
    void stop() {
        booster.close();
        cluster.calm("node-0");
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    /** A pod that runs, with a label that asks for so much. */
    private void run(String name, String cpu) {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of(Booster.LABEL, cpu))
                .withAnnotations(Map.of("made-by", "the test"))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("app")
                .withImage("app:1")
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity("1"), "memory", new Quantity("1Gi")))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
        kubernetes.pods().inNamespace("default").resource(pod).create();
    }

    private static String cpu(ObjectNode pod) {
        return pod.at("/status/containerStatuses/0/resources/requests/cpu").asText();
    }

    private static String note(ObjectNode pod) {
        return pod.at("/metadata/annotations/booster~1note").asText();
    }

    @Test
    void growsWithoutARestart() {
        run("web", "3");
        var pod = cluster.awaitPod("default", "web", seen -> cpu(seen).equals("3"));
        assertEquals(0, pod.at("/status/containerStatuses/0/restartCount").asInt());
    }

    @Test
    void saysWhatItWaitsForOnAFullNode() {
        cluster.fill("node-0", "2", "2Gi");
        run("web", "4");
        cluster.awaitPod("default", "web", seen -> note(seen).startsWith("Deferred: Node didn't have enough resource: cpu"));
        kubernetes.pods().inNamespace("default").withName("filler").delete();
        cluster.awaitPod("default", "web", seen -> cpu(seen).equals("4") && note(seen).equals("boosted"));
    }

    @Test
    void saysWhyItWasRefused() {
        run("web", "1000");
        cluster.awaitPod("default", "web", seen -> note(seen).contains("allocatable"));
    }
}
