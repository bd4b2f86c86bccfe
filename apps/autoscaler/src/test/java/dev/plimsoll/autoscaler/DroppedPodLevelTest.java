package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An API server without the gate for the pod level drops what a pod is given as a whole. */
// Acceptance of the autoscaler: refused
class DroppedPodLevelTest {
    private static final String CONTAINERS = "[{\"name\":\"main\",\"image\":\"i\"}]";

    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false));
    private final Heard heard = new Heard();

    @AfterEach
    void close() {
        cluster.close();
    }

    /** The webhook has given a pod more as a whole, and the server has dropped it. */
    private void made(String pod) {
        cluster.pod(pod, "\"resources\":{\"requests\":{\"cpu\":\"50m\"}},", CONTAINERS);
        var asked = PodSpec.builder()
                .podLevel("cpu=50m", "")
                .container("main", "", "")
                .build();
        var given = PodSpec.builder()
                .podLevel("cpu=500m", "")
                .container("main", "", "")
                .build();
        var change = ClientJson.object();
        change.putObject("metadata")
                .putObject("annotations")
                .put(
                        Originals.ANNOTATION,
                        OriginalsAnnotation.text(Originals.of(asked), ManagedLevel.POD_AND_CONTAINERS, given));
        assertThat(cluster.client
                        .patch(ApiResource.PODS, new ObjectName("default", pod), new Patch.Merge(change))
                        .problem())
                .isEmpty();
        assertThat(cluster.get(ApiResource.PODS, pod).path("spec").has("resources"))
                .isFalse();
        cluster.running(pod, "[]");
    }

    @Test
    @DisplayName("its pods are not evicted again and again, and the object says why")
    void leftAlone() throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("Recreate", "{\"podPolicies\":{\"mode\":\"PodAndContainers\"}}");
        for (var pod : List.of("web-1-a", "web-1-b")) made(pod);
        cluster.started();
        var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3600);
        try (var recommender = new Parts(cluster).recommender(Parts.LEARNING)) {
            for (var minute = 0; minute < 3; minute++) {
                for (var pod : List.of("web-1-a", "web-1-b")) {
                    cluster.usage(pod, start.plusSeconds(60L * minute), Map.of("main", "450m,300Mi"));
                }
                recommender.runOnce();
            }
        }
        TestCluster.await(
                "the written status",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> vpa.recommendation().pod().isPresent()));
        new Parts(cluster).updater(cluster.client, Parts.UPDATING, heard).runOnce();
        assertThat(heard.told).doesNotContain("evicted", "resized");
        assertThat(heard.reasons).contains("unavailable");
        assertThat(cluster.get(AutoscalerResources.VPAS, "web")
                        .path("status")
                        .path("conditions")
                        .findValuesAsText("message"))
                .anySatisfy(message -> assertThat(message).contains("its gate PodLevelResources is off"));
    }
}
