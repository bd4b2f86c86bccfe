package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import org.junit.jupiter.api.Test;

/** The client of the Kubernetes project, in the version of this one. */
@PlimsollCluster(nodes = 2)
class OfficialClientTest {
    @Test
    void seesNodes(TestCluster cluster, ApiClient client) throws Exception {
        assertEquals(2, new CoreV1Api(client).listNode().execute().getItems().size());
    }

    @Test
    void seesPods(TestCluster cluster, ApiClient client) throws Exception {
        cluster.apply("/web.yaml");
        cluster.awaitPod(
                "default",
                "web",
                pod -> pod.at("/status/phase").asText().equals("Running"));
        var pods = new CoreV1Api(client).listNamespacedPod("default").execute().getItems();
        assertEquals("Running", pods.getFirst().getStatus().getPhase());
    }
}
