package dev.plimsoll.benchmarks.up;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Deployments with many pods, and waits for them that read no pods. */
final class ScaleLoad {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int PAGE = 500;

    private final ApiClient client;

    ScaleLoad(ApiClient client) {
        this.client = client;
    }

    void awaitNodes(int count) throws InterruptedException {
        await(
                "nodes",
                () -> list(ApiResource.NODES, ObjectSelection.ALL).stream()
                                .filter(node -> isTrue(node, "Ready"))
                                .count()
                        >= count);
    }

    private static boolean isTrue(ObjectNode object, String type) {
        for (var condition : object.at("/status/conditions"))
            if (condition.path("type").asText().equals(type))
                return condition.path("status").asText().equals("True");
        return false;
    }

    void deploy(String namespace, int deployments, int pods) {
        var object = ClientJson.object().put("apiVersion", "v1").put("kind", "Namespace");
        object.withObject("/metadata").put("name", namespace);
        done(client.create(ApiResource.NAMESPACES, object));
        for (var i = 0; i < deployments; i++)
            done(client.create(ApiResource.DEPLOYMENTS, deployment(namespace, i, pods)));
    }

    private static ObjectNode deployment(String namespace, int number, int pods) {
        var name = "web-" + number;
        var deployment = ClientJson.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        deployment.withObject("/metadata").put("name", name).put("namespace", namespace);
        var spec = deployment.withObject("/spec").put("replicas", pods);
        spec.withObject("/selector/matchLabels").put("app", name);
        spec.withObject("/template/metadata/labels").put("app", name);
        var template = spec.withObject("/template/spec");
        template.put("terminationGracePeriodSeconds", 1);
        template.withObject("/resources/requests").put("cpu", "10m").put("memory", "16Mi");
        template.withArray("/containers").addObject().put("name", "app").put("image", "example.org/app:1");
        return deployment;
    }

    void awaitRunning(int pods) throws InterruptedException {
        await("pods", () -> ready(ObjectSelection.ALL) >= pods);
    }

    void awaitRunning(String namespace, int pods) throws InterruptedException {
        await("pods", () -> ready(ObjectSelection.inNamespace(namespace)) >= pods);
    }

    private int ready(ObjectSelection selection) {
        return list(ApiResource.DEPLOYMENTS, selection).stream()
                .mapToInt(deployment -> deployment.at("/status/readyReplicas").asInt())
                .sum();
    }

    /** Returns when it is gone. */
    void deleteNamespace(String name) throws InterruptedException {
        var namespace = new ObjectName("", name);
        done(client.delete(ApiResource.NAMESPACES, namespace, DeleteOptions.DEFAULT));
        await(
                "the end of namespace " + name,
                () -> client.get(ApiResource.NAMESPACES, namespace) instanceof RequestResult.NotFound);
    }

    private List<ObjectNode> list(ApiResource resource, ObjectSelection selection) {
        return done(client.listAll(resource, selection, PAGE)).items();
    }

    private static <T> T done(RequestResult<T> result) {
        return result.done().orElseThrow(() -> new IllegalStateException(result.problem()));
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        for (var end = System.nanoTime() + LONGEST.toNanos(); !condition.getAsBoolean(); Thread.sleep(50))
            if (System.nanoTime() > end) throw new IllegalStateException("waited for " + what + " for " + LONGEST);
    }
}
