package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.isNamed;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.fakes.client.Observed;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with two nodes and all controllers for each test. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
abstract class OneCluster {
    @TempDir
    Path folder;

    Cluster cluster;
    Controllers controllers;

    @BeforeEach
    void start() {
        cluster = new Cluster(folder, 2);
        controllers = begun();
    }

    Controllers begun() {
        return cluster.controllers();
    }

    @AfterEach
    void stop() {
        controllers.close();
        cluster.close();
        assertThat(cluster.defects()).isEmpty();
    }

    Observed pods() {
        return cluster.seen(ApiResource.PODS);
    }

    /** Waits until the object of a name is as wanted. */
    ObjectNode until(ApiResource resource, String name, Predicate<JsonNode> wanted) throws InterruptedException {
        return cluster.seen(resource).await(resource + " " + name, each -> isNamed(each, name) && wanted.test(each));
    }

    void untilGone(ApiResource resource, String name) throws InterruptedException {
        cluster.seen(resource).awaitNone(resource + " " + name, each -> isNamed(each, name));
    }

    Set<String> podNames() {
        var names = new TreeSet<String>();
        for (var pod : pods().all()) names.add(text(pod, "/metadata/name"));
        return names;
    }

    void delete(ApiResource resource, String name, String propagation) {
        Cluster.done(cluster.client()
                .delete(resource, Cluster.named(resource, name), new DeleteOptions(-1, "", "", propagation)));
    }

    static boolean isReady(JsonNode pod) {
        return condition(pod, "Ready").path("status").asText().equals("True");
    }

    static JsonNode condition(JsonNode object, String type) {
        for (var condition : object.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return object.path("none");
    }
}
