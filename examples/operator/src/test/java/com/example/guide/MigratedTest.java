package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.plimsoll.testkit.cluster.ApiFault;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-mock-server.md: once with the mock server of the fabric8 client. */
@PlimsollCluster(nodes = 0)
class MigratedTest {
    private final TestCluster cluster;
    private final KubernetesClient client;

    MigratedTest(TestCluster cluster, KubernetesClient client) {
        this.cluster = cluster;
        this.client = client;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    @Test
    void anObjectThatIsThere() {
        cluster.applyText("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {a: b}}");
        assertEquals("b", client.configMaps().inNamespace("default").withName("settings").get().getData().get("a"));
        assertNull(client.configMaps().inNamespace("default").withName("other").get());
    }

    @Test
    void aRequestThatFails() {
        cluster.inject(ApiFault.serverError().onVerb("create").onResource("configmaps").times(1));
        var map = new ConfigMapBuilder().withNewMetadata().withName("settings").endMetadata().build();
        client.getConfiguration().setRequestRetryBackoffLimit(0); // the client tries again otherwise
        var failed = assertThrows(
                KubernetesClientException.class,
                () -> client.configMaps().inNamespace("default").resource(map).create());
        assertEquals(500, failed.getCode());
    }
}
