package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.testkit.cluster.LocalWebhook;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-webhooks.md */
@PlimsollCluster(nodes = 0)
class WebhookTest {
    private static void create(KubernetesClient kubernetes, String name) {
        var map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(Map.of("a", "b"))
                .build();
        kubernetes.configMaps().inNamespace("default").resource(map).create();
    }

    @Test
    void refusesNames(TestCluster cluster, KubernetesClient kubernetes) {
        try (var webhook = cluster.webhook(request -> request.at("/object/metadata/name").asText().startsWith("tmp")
                        ? LocalWebhook.denied("temporary names are for nobody")
                        : LocalWebhook.allowed())
                .validates("", "v1", "configmaps", "CREATE")) {
            create(kubernetes, "settings");
            var refused = assertThrows(KubernetesClientException.class, () -> create(kubernetes, "tmp-1"));
            assertTrue(refused.getMessage().contains("temporary names are for nobody"));
        }
        create(kubernetes, "tmp-1"); // it is asked no more
    }

    @Test
    void addsALabel(TestCluster cluster, KubernetesClient kubernetes) {
        try (var webhook = cluster.webhook(request -> LocalWebhook.patched("""
                        [{"op": "add", "path": "/metadata/labels", "value": {"team": "storage"}}]"""))
                .mutates("", "v1", "configmaps", "CREATE")) {
            create(kubernetes, "labelled");
            var made = kubernetes.configMaps().inNamespace("default").withName("labelled").get();
            assertEquals("storage", made.getMetadata().getLabels().get("team"));
        }
    }
}
