package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.Specs.with;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: storage
/** What containers write to a real disk is counted, and who writes more than it may goes. */
@Order(5)
class StorageTest implements UsualNode {
    private static String filling(String path, String resources, String mounts) {
        return Specs.container(
                "c", "dd if=/dev/zero of=" + path + " bs=1M count=30 2> /dev/null; " + Specs.WAIT, resources, mounts);
    }

    private static void assertEvicted(RealNode node, String pod, String message) throws InterruptedException {
        var evicted = node.await(
                pod, "evicted", each -> each.at("/status/reason").asText().equals("Evicted"));
        assertThat(evicted.at("/status/phase").asText()).isEqualTo("Failed");
        assertThat(evicted.at("/status/message").asText()).isEqualTo(message);
    }

    @Test
    void whoWritesMoreThanItMayGoes(RealNode node) throws InterruptedException {
        var limit = "{\"limits\":{\"ephemeral-storage\":\"20Mi\"}}";
        var enough = "{\"limits\":{\"ephemeral-storage\":\"40Mi\"}}";
        var mount = ",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}]";
        node.create("root", Specs.pod(filling("/file", limit, ""), Specs.container("d", enough)));
        node.create(
                "volume",
                with(
                        Specs.pod(filling("/v/file", Specs.NONE, mount)),
                        "\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"sizeLimit\":\"20Mi\"}}]"));
        node.create(
                "both",
                with(Specs.pod(filling("/v/file", limit, mount)), "\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]"));
        node.run("modest", Specs.pod(filling("/file", enough, "")));
        assertEvicted(node, "root", "Container c exceeded its local ephemeral storage limit \"20Mi\". ");
        assertEvicted(node, "volume", "Usage of EmptyDir volume \"v\" exceeds the limit \"20Mi\". ");
        assertEvicted(node, "both", "Pod ephemeral local storage usage exceeds the total limit of containers 20Mi. ");
        assertThat(node.await("modest", "there", _ -> true).at("/status/phase").asText())
                .isEqualTo("Running");
    }
}
