package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Stateful and daemon sets on our API server with simulated nodes. */
class SetsTest extends OneCluster {
    private static boolean isRolledOut(JsonNode set) {
        var status = set.path("status");
        var wanted = set.at("/spec/replicas").asInt();
        return status.path("observedGeneration").asLong()
                        == set.at("/metadata/generation").asLong()
                && status.path("readyReplicas").asInt() == wanted
                && status.path("updatedReplicas").asInt() == wanted
                && status.path("currentRevision").equals(status.path("updateRevision"));
    }

    @Test
    @DisplayName("pods of a stateful set come in order, are updated from the last one, and go from the last one")
    void statefulSet() throws Exception {
        var order = Collections.synchronizedList(new ArrayList<String>());
        pods().follow(pod -> {
            var name = text(pod, "/metadata/name") + "=" + text(pod, "/spec/containers/0/image");
            if (!order.contains(name)) order.add(name);
        });
        cluster.create(ApiResource.STATEFUL_SETS, Workloads.replicated("db", 3, "\"serviceName\":\"db\","));
        var up = until(ApiResource.STATEFUL_SETS, "db", SetsTest::isRolledOut);
        assertThat(podNames()).containsExactly("db-0", "db-1", "db-2");
        var first = cluster.get(ApiResource.PODS, "db-0");
        assertThat(text(first, "/spec/hostname")).isEqualTo("db-0");
        assertThat(text(first, "/spec/subdomain")).isEqualTo("db");
        assertThat(text(first, "/metadata/labels/controller-revision-hash"))
                .isEqualTo(text(up, "/status/updateRevision"));

        cluster.merge(ApiResource.STATEFUL_SETS, "db", Workloads.image("i:2"));
        until(
                ApiResource.STATEFUL_SETS,
                "db",
                each -> text(each, "/spec/template/spec/containers/0/image").equals("i:2") && isRolledOut(each));
        assertThat(order).isEqualTo(List.of("db-0=i:1", "db-1=i:1", "db-2=i:1", "db-2=i:2", "db-1=i:2", "db-0=i:2"));

        cluster.merge(ApiResource.STATEFUL_SETS.sub("scale"), "db", "{\"spec\":{\"replicas\":1}}");
        pods().awaitAll("one pod", all -> all.size() == 1);
        assertThat(podNames()).containsExactly("db-0");
    }

    @Test
    @DisplayName("pods below the partition keep the revision before")
    void partition() throws Exception {
        cluster.create(
                ApiResource.STATEFUL_SETS,
                Workloads.replicated(
                        "db",
                        3,
                        "\"podManagementPolicy\":\"Parallel\",\"updateStrategy\":{\"rollingUpdate\":{\"partition\":2}},"));
        until(ApiResource.STATEFUL_SETS, "db", SetsTest::isRolledOut);
        cluster.merge(ApiResource.STATEFUL_SETS, "db", Workloads.image("i:2"));
        until(
                ApiResource.STATEFUL_SETS,
                "db",
                each -> each.at("/status/updatedReplicas").asInt() == 1
                        && each.at("/status/readyReplicas").asInt() == 3);
        assertThat(text(cluster.get(ApiResource.PODS, "db-1"), "/spec/containers/0/image"))
                .isEqualTo("i:1");
        assertThat(text(cluster.get(ApiResource.PODS, "db-2"), "/spec/containers/0/image"))
                .isEqualTo("i:2");
        // One below the partition that is lost comes back as it was.
        var before = text(cluster.get(ApiResource.PODS, "db-0"), "/metadata/uid");
        delete(ApiResource.PODS, "db-0", "");
        until(
                ApiResource.PODS,
                "db-0",
                pod -> isReady(pod) && !text(pod, "/metadata/uid").equals(before));
        assertThat(text(cluster.get(ApiResource.PODS, "db-0"), "/spec/containers/0/image"))
                .isEqualTo("i:1");
    }

    private static boolean isComplete(JsonNode set, int nodes) {
        var status = set.path("status");
        return status.path("observedGeneration").asLong()
                        == set.at("/metadata/generation").asLong()
                && status.path("desiredNumberScheduled").asInt() == nodes
                && status.path("updatedNumberScheduled").asInt() == nodes
                && status.path("numberAvailable").asInt() == nodes;
    }

    @Test
    @DisplayName(
            "a daemon set has one pod on each node where it belongs, also after an update and a change of its selector")
    void daemonSet() throws Exception {
        cluster.create(ApiResource.DAEMON_SETS, """
                {"metadata":{"name":"agent"},"spec":{"selector":{"matchLabels":{"app":"agent"}},"template":%s}}""".formatted(Workloads.template("agent", "i:1")));
        until(ApiResource.DAEMON_SETS, "agent", each -> isComplete(each, 2));
        assertThat(pods().everSeen()).isEqualTo(2);
        assertThat(pods().all())
                .extracting(pod -> text(pod, "/spec/nodeName"))
                .containsExactlyInAnyOrder("node-0", "node-1");

        cluster.merge(ApiResource.DAEMON_SETS, "agent", Workloads.image("i:2"));
        until(
                ApiResource.DAEMON_SETS,
                "agent",
                each -> text(each, "/spec/template/spec/containers/0/image").equals("i:2") && isComplete(each, 2));
        pods().awaitAll(
                        "two new pods",
                        all -> all.size() == 2
                                && all.stream()
                                        .allMatch(pod -> text(pod, "/spec/containers/0/image")
                                                .equals("i:2")));
        assertThat(pods().everSeen()).isEqualTo(4);

        cluster.merge(
                ApiResource.DAEMON_SETS,
                "agent",
                "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"kubernetes.io/hostname\":\"node-0\"}}}}}");
        until(ApiResource.DAEMON_SETS, "agent", each -> isComplete(each, 1));
        pods().awaitAll("one pod", all -> all.size() == 1);
        assertThat(text(pods().all().getFirst(), "/spec/nodeName")).isEqualTo("node-0");
    }
}
