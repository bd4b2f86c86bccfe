package dev.plimsoll.integration.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: definition-versions
/** Kinds of definitions and the controllers: owners, namespaces, and what scales them. */
class CustomKindsTest extends OneCluster {
    private static final ApiResource DEFINITIONS = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");
    private static final ApiResource FLEETS = ApiResource.namespaced("example.com", "v1alpha1", "fleets", "Fleet");
    private static final ApiResource NEWER_FLEETS = ApiResource.namespaced("example.com", "v1", "fleets", "Fleet");
    private static final ApiResource HARBOURS = ApiResource.namespaced("example.com", "v1", "harbours", "Harbour");
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");

    private static String definition(String kind, String plural, String version) {
        return """
                {"metadata":{"name":"%2$s.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                "names":{"plural":"%2$s","kind":"%1$s"},"versions":[{"name":"%3$s","served":true,"storage":true,
                "subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas",
                "labelSelectorPath":".status.selector"}},
                "schema":{"openAPIV3Schema":{"type":"object","properties":{
                "spec":{"type":"object","properties":{"replicas":{"type":"integer"}}},
                "status":{"type":"object","properties":{"replicas":{"type":"integer"},"selector":{"type":"string"}}}}}}}]}}""".formatted(kind, plural, version);
    }

    private void defined() {
        // Two versions in one group: what is served in the one that is not preferred must be found too.
        cluster.create(DEFINITIONS, definition("Harbour", "harbours", "v1"));
        cluster.create(DEFINITIONS, definition("Fleet", "fleets", "v1alpha1"));
    }

    @Test
    @DisplayName("what belongs to an object of a definition goes with it, and with the definition")
    void owners() throws Exception {
        defined();
        for (var name : new String[] {"one", "two"}) {
            var fleet = cluster.create(FLEETS, "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"replicas\":1}}");
            cluster.create(CONFIG_MAPS, """
                    {"metadata":{"name":"of-%s","ownerReferences":[{"apiVersion":"example.com/v1alpha1","kind":"Fleet","name":"%s","uid":"%s"}]}}""".formatted(
                            name, name, fleet.at("/metadata/uid").asText()));
        }
        until(CONFIG_MAPS, "of-one", _ -> true);
        until(DEFINITIONS, "fleets.example.com", _ -> true);
        delete(FLEETS, "one", "Background");
        untilGone(CONFIG_MAPS, "of-one");
        until(CONFIG_MAPS, "of-two", _ -> true);
        delete(DEFINITIONS, "fleets.example.com", "");
        untilGone(DEFINITIONS, "fleets.example.com");
        untilGone(CONFIG_MAPS, "of-two");
    }

    @Test
    @DisplayName(
            "what belongs to an object stays when the definition gets another version, and goes with the object then")
    void versions() throws Exception {
        defined();
        for (var i = 0; i < 20; i++) owning(FLEETS, "fleet-" + i);
        // The collector follows the kind when it takes what belongs to an object of it.
        collected(FLEETS, "fleet-0");
        changed(definition -> {
            var first = (ObjectNode) definition.at("/spec/versions/0");
            ((ArrayNode) definition.at("/spec/versions")).add(first.deepCopy().put("name", "v1"));
            first.put("storage", false);
        });
        until(NEWER_FLEETS, "fleet-1", _ -> true);
        collected(NEWER_FLEETS, "fleet-1");
        changed(definition -> ((ObjectNode) definition.at("/spec/versions/0")).put("served", false));
        collected(NEWER_FLEETS, "fleet-2");
        owning(NEWER_FLEETS, "newer");
        collected(NEWER_FLEETS, "newer");
        for (var i = 3; i < 20; i++) until(CONFIG_MAPS, "of-fleet-" + i, _ -> true);
        assertThat(cluster.seen(CONFIG_MAPS).all().stream()
                        .filter(each -> each.at("/metadata/name").asText().startsWith("of-fleet")))
                .hasSize(17);
    }

    @Test
    @DisplayName("what belongs to an object stays while its kind is not served")
    void notServed() throws Exception {
        defined();
        owning(FLEETS, "one");
        owning(FLEETS, "two");
        owning(HARBOURS, "three");
        owning(HARBOURS, "four");
        collected(FLEETS, "one");
        collected(HARBOURS, "three");
        changed(definition -> ((ObjectNode) definition.at("/spec/versions/0")).put("served", false));
        collected(HARBOURS, "four");
        changed(definition -> ((ObjectNode) definition.at("/spec/versions/0")).put("served", true));
        until(FLEETS, "two", _ -> true);
        until(CONFIG_MAPS, "of-two", _ -> true);
        collected(FLEETS, "two");
    }

    /** An object of a kind, and a map that belongs to it. */
    private void owning(ApiResource kind, String name) {
        var owner = cluster.create(kind, "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"replicas\":1}}");
        cluster.create(CONFIG_MAPS, """
                {"metadata":{"name":"of-%s","ownerReferences":[{"apiVersion":"%s","kind":"%s","name":"%s","uid":"%s"}]}}""".formatted(
                        name,
                        kind.apiVersion(),
                        kind.kind(),
                        name,
                        owner.at("/metadata/uid").asText()));
    }

    private void collected(ApiResource kind, String name) throws InterruptedException {
        until(CONFIG_MAPS, "of-" + name, _ -> true);
        delete(kind, name, "Background");
        untilGone(CONFIG_MAPS, "of-" + name);
    }

    private void changed(Consumer<ObjectNode> change) {
        var name = ObjectName.ofCluster("fleets.example.com");
        var definition = cluster.client().get(DEFINITIONS, name).done().orElseThrow();
        change.accept(definition);
        var written = cluster.client().update(DEFINITIONS, definition);
        assertThat(written.problem()).isEmpty();
    }

    @Test
    @DisplayName("an object that waits for its dependents goes after them")
    void foreground() throws Exception {
        defined();
        var fleet = cluster.create(FLEETS, "{\"metadata\":{\"name\":\"one\"},\"spec\":{\"replicas\":1}}");
        cluster.create(CONFIG_MAPS, """
                {"metadata":{"name":"of-one","ownerReferences":[{"apiVersion":"example.com/v1alpha1","kind":"Fleet","name":"one","uid":"%s","blockOwnerDeletion":true}]}}""".formatted(fleet.at("/metadata/uid").asText()));
        until(CONFIG_MAPS, "of-one", _ -> true);
        until(FLEETS, "one", _ -> true);
        delete(FLEETS, "one", "Foreground");
        untilGone(FLEETS, "one");
        untilGone(CONFIG_MAPS, "of-one");
    }

    @Test
    @DisplayName("a namespace is emptied of objects of definitions too")
    void namespaces() throws Exception {
        defined();
        cluster.create(ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"team\"}}");
        cluster.create(FLEETS, "{\"metadata\":{\"name\":\"one\",\"namespace\":\"team\"},\"spec\":{\"replicas\":1}}");
        until(FLEETS, "one", _ -> true);
        until(ApiResource.NAMESPACES, "team", _ -> true);
        delete(ApiResource.NAMESPACES, "team", "");
        untilGone(ApiResource.NAMESPACES, "team");
        untilGone(FLEETS, "one");
    }
}
