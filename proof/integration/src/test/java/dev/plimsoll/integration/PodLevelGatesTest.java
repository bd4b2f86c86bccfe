package dev.plimsoll.integration;

import static dev.plimsoll.integration.PodJson.container;
import static dev.plimsoll.integration.PodJson.spec;
import static dev.plimsoll.integration.PodJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** KEP-2837 where a cluster is upgraded, rolled back and upgraded again: each part has its gate on or off. */
// Acceptance of KEP-2837: qos-fixed, field, quota-tracking, fix-defaulting, fix-qos, upgrade, skew-server
// Acceptance of KEP-2837: skew-node, off-quota, off-scheduler, not-started
// Acceptance of nodes: resize-limits
@Timeout(240)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class PodLevelGatesTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates OFF = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCES, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS, false)
            .with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
    private static final String LEVEL = "cpu=2,memory=1Gi";

    @TempDir
    Path folder;

    private GatedCluster cluster;

    @BeforeEach
    void start() {
        cluster = new GatedCluster(folder);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static String podLevel() {
        return spec(LEVEL, LEVEL, container("c", "cpu=500m,memory=256Mi", ""));
    }

    private static String id(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/containerID").asText();
    }

    @Test
    @DisplayName(
            "upgrade of the control plane, then of the node; existing pods are left alone, the node's own gate counts")
    void upgrade() throws IOException {
        cluster.replace(OFF, OFF, OFF);
        cluster.create("old", spec("", "", container("c", "cpu=1,memory=256Mi", "")));
        var old = cluster.awaitRunning("old");
        cluster.create("early", podLevel());
        assertThat(cluster.get("early").at("/spec/resources").isMissingNode())
                .as("with the gate off the field is dropped")
                .isTrue();
        assertThat(text(cluster.awaitRunning("early").at("/spec/containers/0/resources")))
                .isEqualTo("cpu=500m,memory=256Mi / ");

        cluster.replace(ON, ON, OFF);
        assertThat(id(cluster.awaitRunning("old"))).isEqualTo(id(old));
        cluster.create("refused", podLevel());
        assertThat(text(cluster.get("refused").at("/spec/resources"))).isEqualTo(LEVEL + " / " + LEVEL);
        var refused = cluster.await(
                "refused", "refused", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(refused.at("/spec/nodeName").asText()).as("it was scheduled").isEqualTo(GatedCluster.NODE);
        assertThat(refused.at("/status/reason").asText()).isEqualTo("PodLevelResourcesNotSupported");
        assertThat(refused.at("/status/message").asText()).contains("PodLevelResources feature gate is disabled");
        cluster.delete("refused");

        cluster.replace(ON, ON, ON);
        assertThat(id(cluster.awaitRunning("old"))).isEqualTo(id(old));
        assertThat(cluster.get("old")
                        .at("/status/containerStatuses/0/restartCount")
                        .asInt())
                .isZero();
        cluster.create("level", podLevel());
        cluster.awaitRunning("level");
        var level = cluster.await(
                "level", "in force", pod -> text(pod.at("/status/resources")).equals(LEVEL + " / " + LEVEL));
        assertThat(level.at("/status/qosClass").asText()).isEqualTo("Guaranteed");
    }

    @Test
    @DisplayName("the scheduler counts the pod level where the gate is on, and the containers where it is off")
    void scheduler() throws IOException {
        cluster.replace(ON, null, null);
        cluster.create(
                ApiResource.NODES,
                Server.json("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"machine\"}}"));
        cluster.patchStatus(
                ApiResource.NODES,
                ObjectName.ofCluster("machine"),
                "{\"capacity\":{\"cpu\":\"8\",\"memory\":\"8Gi\",\"pods\":\"9\"},\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\",\"pods\":\"9\"}}");
        for (var name : new String[] {"a", "b"}) cluster.create(name, spec("cpu=6", "", container("c", "cpu=1", "")));

        cluster.replace(ON, ON, null);
        var waiting = cluster.await(
                "b",
                "bound or refused",
                pod -> !pod.at("/spec/nodeName").asText().isEmpty()
                        || !pod.at("/status/conditions").isEmpty());
        var other = cluster.await(
                "a",
                "bound or refused",
                pod -> !pod.at("/spec/nodeName").asText().isEmpty()
                        || !pod.at("/status/conditions").isEmpty());
        assertThat(waiting.at("/spec/nodeName").asText()
                        + other.at("/spec/nodeName").asText())
                .as("one of two pods of 6 CPUs has room")
                .isEqualTo("machine");

        cluster.replace(OFF, OFF, null);
        for (var name : new String[] {"a", "b"})
            cluster.await(
                    name, "bound", pod -> pod.at("/spec/nodeName").asText().equals("machine"));
    }

    @Test
    @DisplayName("quota counts the pod level where the gate is on, and the containers again where it is off")
    void quota() throws IOException {
        var quotas = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");
        cluster.replace(ON, null, null);
        cluster.create(
                quotas,
                Server.json(
                        "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"namespace\":\"default\",\"name\":\"q\"},"
                                + "\"spec\":{\"hard\":{\"requests.cpu\":\"10\"}}}"));
        cluster.create("a", spec("cpu=6", "", container("c", "cpu=1", "")));
        cluster.await(quotas, "q", "6 in use", quota -> used(quota).equals("6"));

        cluster.replace(OFF, null, null);
        cluster.create("b", spec("", "", container("c", "cpu=1", "")));
        cluster.await(quotas, "q", "2 in use", quota -> used(quota).equals("2"));

        cluster.replace(ON, null, null);
        cluster.create("c", spec("", "", container("c", "cpu=1", "")));
        cluster.await(quotas, "q", "8 in use", quota -> used(quota).equals("8"));
    }

    private static String used(JsonNode quota) {
        return quota.path("status").path("used").path("requests.cpu").asText();
    }

    @Test
    @DisplayName(
            "the gates of the two fixes: limits that follow from containers, and a class that does not trip over {}")
    void fixes() {
        var full = "cpu=1,memory=1Gi";
        var limited = spec("cpu=500m,memory=512Mi", "", container("c", "cpu=250m,memory=256Mi", full));
        var empty =
                spec("", "", container("c", full, full)).replace("{\"termination", "{\"resources\":{},\"termination");
        cluster.replace(ON, null, null);
        cluster.create("limited", limited);
        assertThat(text(cluster.get("limited").at("/spec/resources")))
                .isEqualTo("cpu=500m,memory=512Mi / cpu=1,memory=1Gi");
        cluster.create("empty", empty);
        assertThat(cluster.get("empty").at("/status/qosClass").asText()).isEqualTo("Guaranteed");

        var unfixed = ON.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)
                .with(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS, false);
        cluster.replace(unfixed, null, null);
        cluster.create("limited-unfixed", limited);
        assertThat(text(cluster.get("limited-unfixed").at("/spec/resources"))).isEqualTo("cpu=500m,memory=512Mi / ");
        cluster.create("empty-unfixed", empty);
        assertThat(cluster.get("empty-unfixed").at("/status/qosClass").asText()).isEqualTo("BestEffort");
        assertThat(cluster.get("empty").at("/status/qosClass").asText())
                .as("what is stored stays")
                .isEqualTo("Guaranteed");
    }
}
