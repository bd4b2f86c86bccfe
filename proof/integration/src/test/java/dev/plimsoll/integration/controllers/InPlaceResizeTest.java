package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.isNamed;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.fakes.client.Observed;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gate DeploymentInPlaceResize: new resources reach the pods that are there. */
@Timeout(120)
// Acceptance of KEP-1287: goal-actors
class InPlaceResizeTest {
    private static String resources(String cpu) {
        return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\",\"resources\":{"
                + "\"requests\":{\"cpu\":\"" + cpu + "\"},\"limits\":{\"cpu\":\"100\"}}}]}}}}";
    }

    private static boolean isComplete(JsonNode deployment, String cpu) {
        var status = deployment.path("status");
        return text(deployment, "/spec/template/spec/containers/0/resources/requests/cpu")
                        .equals(cpu)
                && status.path("observedGeneration").asLong()
                        == deployment.at("/metadata/generation").asLong()
                && status.path("updatedReplicas").asInt() == 3
                && status.path("replicas").asInt() == 3
                && status.path("availableReplicas").asInt() == 3;
    }

    private static java.util.Set<String> names(Observed pods) {
        var names = new TreeSet<String>();
        for (var pod : pods.all()) names.add(text(pod, "/metadata/name"));
        return names;
    }

    @Test
    @DisplayName("a change of resources alone resizes the pods; undo does too; one that cannot be resized is replaced")
    void resized(@TempDir Path folder) throws Exception {
        var gates = FeatureGates.DEFAULT.with(Gate.DEPLOYMENT_IN_PLACE_RESIZE, true);
        try (var cluster = new Cluster(folder, 2, gates);
                var _ = cluster.controllers(ControllerSettings.DEFAULT.with(gates))) {
            var pods = cluster.seen(ApiResource.PODS);
            cluster.create(
                    ApiResource.DEPLOYMENTS,
                    Workloads.replicated("web", 3, "")
                            .replace(
                                    "{\"name\":\"web\"}",
                                    "{\"name\":\"web\",\"annotations\":{\"plimsoll.dev/resize-policy\":\"InPlace\"}}")
                            .replace("\"cpu\":\"1\"", "\"cpu\":\"100\""));
            cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, "100m"));
            var before = names(pods);

            cluster.merge(ApiResource.DEPLOYMENTS, "web", resources("200m"));
            var resized = cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, "200m"));
            assertThat(names(pods)).isEqualTo(before);
            pods.awaitAll(
                    "resized",
                    all -> all.stream()
                            .allMatch(pod -> text(pod, "/status/containerStatuses/0/resources/requests/cpu")
                                    .equals("200m")));
            assertThat(text(resized, "/metadata/annotations/deployment.kubernetes.io~1revision"))
                    .isEqualTo("2");
            assertThat(pods.everSeen()).isEqualTo(3);
            cluster.seen(ApiResource.REPLICA_SETS)
                    .awaitAll(
                            "history",
                            all -> all.size() == 2
                                    && all.stream()
                                            .noneMatch(set -> set.at("/metadata/annotations")
                                                    .has("plimsoll.dev/resizing")));

            // What undo sends.
            cluster.merge(ApiResource.DEPLOYMENTS, "web", resources("100m"));
            cluster.seen(ApiResource.DEPLOYMENTS)
                    .await(
                            "web",
                            each -> isComplete(each, "100m")
                                    && text(each, "/metadata/annotations/deployment.kubernetes.io~1revision")
                                            .equals("3"));
            assertThat(names(pods)).isEqualTo(before);

            // 70 CPUs fit on no node: the pod is replaced, and the replacement waits.
            cluster.merge(ApiResource.DEPLOYMENTS, "web", resources("70"));
            pods.await("a replacement", pod -> !before.contains(text(pod, "/metadata/name")));
            pods.awaitAll(
                    "two of the pods before",
                    all -> all.stream()
                                    .filter(pod -> before.contains(text(pod, "/metadata/name")))
                                    .count()
                            == 2);
            assertThat(cluster.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("without the annotation the same change makes new pods")
    void notAskedFor(@TempDir Path folder) throws Exception {
        var gates = FeatureGates.DEFAULT.with(Gate.DEPLOYMENT_IN_PLACE_RESIZE, true);
        try (var cluster = new Cluster(folder, 2, gates);
                var _ = cluster.controllers(ControllerSettings.DEFAULT.with(gates))) {
            cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 3, ""));
            cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, "100m"));
            cluster.merge(ApiResource.DEPLOYMENTS, "web", resources("200m"));
            cluster.seen(ApiResource.DEPLOYMENTS)
                    .await("web", each -> isNamed(each, "web") && isComplete(each, "200m"));
            assertThat(cluster.seen(ApiResource.PODS).everSeen()).isEqualTo(6);
        }
    }
}
