package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.isNamed;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.Controllers;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deployments and replica sets on our API server with simulated nodes. */
// Acceptance: rolling-update, resize-survives
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: e2e-template-deployment
class DeploymentTest {
    @TempDir
    Path folder;

    private Cluster cluster;
    private Controllers controllers;

    @BeforeEach
    void start() {
        cluster = new Cluster(folder, 2);
        controllers = cluster.controllers();
    }

    @AfterEach
    void stop() {
        controllers.close();
        cluster.close();
        assertThat(cluster.defects()).isEmpty();
    }

    private ObjectNode deploymentWith(String name, Predicate<JsonNode> wanted) throws InterruptedException {
        return cluster.seen(ApiResource.DEPLOYMENTS).await(name, each -> isNamed(each, name) && wanted.test(each));
    }

    private static boolean isComplete(JsonNode deployment) {
        var wanted = deployment.at("/spec/replicas").asInt();
        var status = deployment.path("status");
        return status.path("observedGeneration").asLong()
                        == deployment.at("/metadata/generation").asLong()
                && status.path("updatedReplicas").asInt() == wanted
                && status.path("replicas").asInt() == wanted
                && status.path("availableReplicas").asInt() == wanted;
    }

    private Set<String> podNames() {
        var names = new TreeSet<String>();
        for (var pod : cluster.seen(ApiResource.PODS).all()) names.add(text(pod, "/metadata/name"));
        return names;
    }

    @Test
    @DisplayName("a deployment comes up, is scaled, and is updated within its bounds")
    void lifeOfADeployment() throws Exception {
        var pods = cluster.seen(ApiResource.PODS);
        cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 4, ""));
        var up = deploymentWith("web", DeploymentTest::isComplete);
        assertThat(text(up, "/metadata/annotations/deployment.kubernetes.io~1revision"))
                .isEqualTo("1");
        assertThat(pods.everSeen()).isEqualTo(4);

        cluster.merge(ApiResource.DEPLOYMENTS.sub("scale"), "web", "{\"spec\":{\"replicas\":6}}");
        deploymentWith("web", each -> each.at("/spec/replicas").asInt() == 6 && isComplete(each));
        assertThat(pods.everSeen()).isEqualTo(6);

        var mostActive = new AtomicInteger();
        pods.follow(_ -> mostActive.accumulateAndGet(active(pods.all()), Math::max));
        cluster.merge(ApiResource.DEPLOYMENTS, "web", Workloads.image("i:2"));
        deploymentWith(
                "web",
                each -> text(each, "/spec/template/spec/containers/0/image").equals("i:2")
                        && isComplete(each)
                        && text(each, "/metadata/annotations/deployment.kubernetes.io~1revision")
                                .equals("2"));
        pods.awaitAll(
                "the new pods alone",
                all -> all.size() == 6
                        && all.stream()
                                .allMatch(pod ->
                                        text(pod, "/spec/containers/0/image").equals("i:2")));
        assertThat(pods.everSeen()).isEqualTo(12);
        // 6 and a quarter of it, rounded up
        assertThat(mostActive.get()).isLessThanOrEqualTo(8);
        cluster.seen(ApiResource.REPLICA_SETS).awaitAll("both sets", all -> all.size() == 2);
    }

    private static int active(List<ObjectNode> pods) {
        return (int) pods.stream()
                .filter(pod -> !pod.path("metadata").has("deletionTimestamp"))
                .filter(pod -> !List.of("Failed", "Succeeded").contains(text(pod, "/status/phase")))
                .count();
    }

    @Test
    @DisplayName("a resized pod survives a sync of its replica set, and its replacement has the template's values")
    void resizedPod() throws Exception {
        cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 2, ""));
        deploymentWith("web", DeploymentTest::isComplete);
        var before = podNames();
        var one = before.iterator().next();
        var bigger = Cluster.json(
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"300m\"}}}]}}");
        Cluster.done(cluster.client()
                .patch(
                        ApiResource.PODS.sub("resize"),
                        Cluster.named(ApiResource.PODS, one),
                        new Patch.Strategic(bigger)));
        cluster.seen(ApiResource.PODS)
                .await(
                        "actuated",
                        pod -> isNamed(pod, one)
                                && text(pod, "/status/containerStatuses/0/resources/requests/cpu")
                                        .equals("300m"));
        cluster.merge(ApiResource.DEPLOYMENTS.sub("scale"), "web", "{\"spec\":{\"replicas\":3}}");
        deploymentWith("web", each -> each.at("/spec/replicas").asInt() == 3 && isComplete(each));
        assertThat(podNames()).containsAll(before).hasSize(3);

        var gone = cluster.get(ApiResource.PODS, one);
        Cluster.done(cluster.client()
                .delete(
                        ApiResource.PODS,
                        Cluster.named(ApiResource.PODS, one),
                        dev.plimsoll.client.DeleteOptions.atOnce(text(gone, "/metadata/uid"))));
        cluster.seen(ApiResource.PODS)
                .awaitAll(
                        "a replacement",
                        all -> all.size() == 3
                                && all.stream()
                                        .allMatch(pod -> text(pod, "/spec/containers/0/resources/requests/cpu")
                                                .equals("100m")));
    }

    @Test
    @DisplayName("Recreate takes all old pods away before the first new one is made")
    void recreate() throws Exception {
        var pods = cluster.seen(ApiResource.PODS);
        cluster.create(
                ApiResource.DEPLOYMENTS, Workloads.replicated("web", 3, "\"strategy\":{\"type\":\"Recreate\"},"));
        deploymentWith("web", DeploymentTest::isComplete);
        var mixed = new AtomicInteger();
        pods.follow(_ -> {
            var images = new TreeSet<String>();
            for (var pod : pods.all()) images.add(text(pod, "/spec/containers/0/image"));
            if (images.size() > 1) mixed.incrementAndGet();
        });
        cluster.merge(ApiResource.DEPLOYMENTS, "web", Workloads.image("i:2"));
        deploymentWith(
                "web",
                each -> text(each, "/spec/template/spec/containers/0/image").equals("i:2") && isComplete(each));
        assertThat(mixed.get()).isZero();
    }
}
