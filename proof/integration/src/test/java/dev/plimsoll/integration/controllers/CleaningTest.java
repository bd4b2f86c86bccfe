package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: circles
/** Owners, namespaces and budgets on our API server with simulated nodes. */
// Acceptance: namespace
class CleaningTest extends OneCluster {
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");

    private void deployed(int replicas) throws InterruptedException {
        cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", replicas, ""));
        until(
                ApiResource.DEPLOYMENTS,
                "web",
                each -> each.at("/status/availableReplicas").asInt() == replicas);
    }

    @Test
    @DisplayName("what belonged to an owner goes with it: at once, before it, or not at all")
    void propagation() throws Exception {
        deployed(2);
        delete(ApiResource.DEPLOYMENTS, "web", "Background");
        pods().awaitAll("no pods", java.util.Collection::isEmpty);
        cluster.seen(ApiResource.REPLICA_SETS).awaitAll("no sets", java.util.Collection::isEmpty);

        deployed(2);
        delete(ApiResource.DEPLOYMENTS, "web", "Foreground");
        untilGone(ApiResource.DEPLOYMENTS, "web");
        assertThat(cluster.client()
                        .list(ApiResource.PODS, dev.plimsoll.client.ObjectSelection.ALL, dev.plimsoll.client.Page.ALL)
                        .done()
                        .orElseThrow()
                        .items())
                .isEmpty();

        deployed(2);
        var kept = podNames();
        delete(ApiResource.DEPLOYMENTS, "web", "Orphan");
        untilGone(ApiResource.DEPLOYMENTS, "web");
        cluster.seen(ApiResource.REPLICA_SETS)
                .awaitAll(
                        "a set without owner",
                        all -> all.size() == 1
                                && all.stream()
                                        .noneMatch(set -> set.path("metadata").has("ownerReferences")));
        assertThat(podNames()).isEqualTo(kept);
        // A new deployment of that name takes them over.
        deployed(2);
        cluster.seen(ApiResource.REPLICA_SETS)
                .awaitAll(
                        "the set adopted",
                        all -> all.size() == 1
                                && all.stream()
                                        .allMatch(set -> set.path("metadata").has("ownerReferences")));
        assertThat(podNames()).isEqualTo(kept);
    }

    @Test
    @DisplayName("objects that own each other in a circle go when one is deleted, whichever way")
    void circles() throws Exception {
        for (var propagation : List.of("Foreground", "Background")) {
            circle("a", "b", "c");
            delete(CONFIG_MAPS, "a", propagation);
            for (var name : List.of("a", "b", "c")) untilGone(CONFIG_MAPS, name);
        }
        circle("a", "b");
        delete(CONFIG_MAPS, "a", "Foreground");
        cluster.client()
                .delete(
                        CONFIG_MAPS,
                        Cluster.named(CONFIG_MAPS, "b"),
                        new dev.plimsoll.client.DeleteOptions(-1, "", "", "Foreground"));
        for (var name : List.of("a", "b")) untilGone(CONFIG_MAPS, name);
        circle("alone");
        delete(CONFIG_MAPS, "alone", "Foreground");
        untilGone(CONFIG_MAPS, "alone");
    }

    /** Each owns the one after it, and the last owns the first. */
    private void circle(String... names) throws InterruptedException {
        var made = new java.util.ArrayList<com.fasterxml.jackson.databind.node.ObjectNode>();
        for (var name : names) made.add(cluster.create(CONFIG_MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}"));
        for (var i = 0; i < names.length; i++) {
            var owner = made.get((i + names.length - 1) % names.length);
            cluster.merge(
                    CONFIG_MAPS, names[i], """
                    {"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"%s","uid":"%s",
                      "controller":true,"blockOwnerDeletion":true}]}}""".formatted(text(owner, "/metadata/name"), text(owner, "/metadata/uid")));
            until(CONFIG_MAPS, names[i], each -> each.path("metadata").has("ownerReferences"));
        }
    }

    @Test
    @DisplayName("a deleted namespace is emptied, pods first, and goes")
    void namespace() throws Exception {
        cluster.create(ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"team\"}}");
        cluster.seen(ApiResource.ACCOUNTS)
                .await("its account", each -> text(each, "/metadata/namespace").equals("team"));
        cluster.create(CONFIG_MAPS, "{\"metadata\":{\"name\":\"c\",\"namespace\":\"team\"},\"data\":{\"a\":\"b\"}}");
        cluster.create(
                ApiResource.DEPLOYMENTS,
                Workloads.replicated("web", 2, "")
                        .replace("\"name\":\"web\"}", "\"name\":\"web\",\"namespace\":\"team\"}"));
        pods().awaitAll(
                        "two pods",
                        all -> all.stream().filter(OneCluster::isReady).count() == 2);
        cluster.create(ApiResource.PODS, """
                {"metadata":{"name":"held","namespace":"team","finalizers":["example.com/hold"]},
                 "spec":{"schedulerName":"nobody","containers":[{"name":"c","image":"i"}]}}""");
        delete(ApiResource.NAMESPACES, "team", "");
        var going = until(
                ApiResource.NAMESPACES,
                "team",
                each -> condition(each, "NamespaceContentRemaining")
                        .path("message")
                        .asText()
                        .equals("Some resources are remaining: pods. has 1 resource instances"));
        assertThat(text(going, "/status/phase")).isEqualTo("Terminating");
        assertThat(condition(going, "NamespaceFinalizersRemaining")
                        .path("message")
                        .asText())
                .isEqualTo("Some content in the namespace has finalizers remaining: "
                        + "example.com/hold in 1 resource instances");
        // Nothing that a pod may need goes before the last pod.
        var map = new dev.plimsoll.client.ObjectName("team", "c");
        assertThat(cluster.client().get(CONFIG_MAPS, map)).isInstanceOf(RequestResult.Done.class);
        var free = Cluster.json("{\"metadata\":{\"finalizers\":[]}}");
        Cluster.done(cluster.client()
                .patch(
                        ApiResource.PODS,
                        new dev.plimsoll.client.ObjectName("team", "held"),
                        new dev.plimsoll.client.Patch.Merge(free)));
        untilGone(ApiResource.NAMESPACES, "team");
        pods().awaitAll("no pods", java.util.Collection::isEmpty);
        assertThat(cluster.client().get(CONFIG_MAPS, new dev.plimsoll.client.ObjectName("team", "c")))
                .isInstanceOf(RequestResult.NotFound.class);
    }

    @Test
    @DisplayName("a budget allows an eviction as soon as enough pods are ready")
    void budget() throws Exception {
        cluster.create(ApiResource.BUDGETS, """
                {"metadata":{"name":"web"},"spec":{"maxUnavailable":"50%","selector":{"matchLabels":{"app":"web"}}}}""");
        deployed(3);
        var budget = until(
                ApiResource.BUDGETS,
                "web",
                each -> each.at("/status/currentHealthy").asInt() == 3);
        assertThat(budget.at("/status/expectedPods").asInt()).isEqualTo(3);
        assertThat(budget.at("/status/desiredHealthy").asInt()).isEqualTo(1);
        assertThat(budget.at("/status/disruptionsAllowed").asInt()).isEqualTo(2);
        assertThat(condition(budget, "DisruptionAllowed").path("reason").asText())
                .isEqualTo("SufficientPods");
    }
}
