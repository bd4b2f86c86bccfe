package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A busy cluster of two tenants: nothing that one can read names a pod of the other. */
@Timeout(120)
class ForeignNamesTest {
    private static final ApiResource PRIORITIES =
            ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass");
    private static final List<String> TENANTS = List.of("alpha", "beta");
    private static final int PODS = 24;

    private final Random random = new Random(14);

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @Test
    void noEventOrConditionNamesAPodOfAnotherNamespace() throws Exception {
        var nodes = List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n8c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var events = new Observed(cluster.client(), ApiResource.EVENTS)) {
            var client = cluster.client();
            for (var tenant : TENANTS)
                made(client, ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"" + tenant + "\"}}");
            made(client, PRIORITIES, "{\"metadata\":{\"name\":\"high\"},\"value\":1000}");
            for (var i = 0; i < PODS; i++) create(client, i, "1", "");
            // Both nodes are full of pods of both: whoever grows has to wait, and others find no place.
            pods.awaitAll(
                    "as many pods as there is room for",
                    all -> all.stream().filter(ForeignNamesTest::isRunning).count() == 16);
            for (var i = 0; i < PODS; i++) {
                var wanted = json("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\""
                        + (2 + random.nextInt(4)) + "\"}}}]}}");
                // Refused where the pod does not run: that is no matter here.
                var _ = client.patch(
                        ApiResource.PODS.sub("resize"),
                        new ObjectName(tenant(i), name(i)),
                        new Patch.Strategic(wanted));
            }
            for (var tenant : TENANTS) {
                events.await("deferred in " + tenant, event -> is(event, tenant, "ResizeDeferred"));
                events.await("unschedulable in " + tenant, event -> is(event, tenant, "FailedScheduling"));
            }
            for (var i = PODS; i < PODS + 4; i++) create(client, i, "3", ",\"priorityClassName\":\"high\"");
            events.await(
                    "a pod that had to go",
                    event -> event.path("reason").asText().equals("Preempted"));
            events.await(
                    "names, for readers of nodes",
                    event -> event.at("/involvedObject/kind").asText().equals("Node")
                            && event.path("message").asText().contains("Held by: "));

            for (var tenant : TENANTS) {
                var texts = readable(client, tenant);
                assertThat(texts).hasSizeGreaterThan(PODS);
                for (var text : texts) assertThat(text).doesNotContain(TENANTS.get(1 - TENANTS.indexOf(tenant)));
            }
        }
    }

    /** Names of pods hold the name of their namespace, so that one search finds both. */
    private static String tenant(int i) {
        return TENANTS.get(i % 2);
    }

    private static String name(int i) {
        return tenant(i) + "-pod-" + i;
    }

    private static void create(ApiClient client, int i, String cpu, String more) {
        made(client, ApiResource.PODS, """
                {"metadata":{"namespace":"%s","name":"%s"},"spec":{"terminationGracePeriodSeconds":1%s,"containers":[{"name":"c","image":"i",\
                "resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(tenant(i), name(i), more, cpu));
    }

    private static void made(ApiClient client, ApiResource resource, String text) {
        assertThat(client.create(resource, json(text)).problem()).isEmpty();
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private static boolean is(ObjectNode event, String namespace, String reason) {
        return event.at("/metadata/namespace").asText().equals(namespace)
                && event.path("reason").asText().equals(reason);
    }

    /** All objects of a namespace that its readers see, as text. */
    private static List<String> readable(ApiClient client, String namespace) {
        var texts = new ArrayList<String>();
        for (var resource : List.of(ApiResource.EVENTS, ApiResource.PODS)) {
            if (!(client.list(resource, ObjectSelection.inNamespace(namespace), Page.ALL)
                    instanceof RequestResult.Done<ResourceList>(var list)))
                throw new AssertionError("no list of " + resource);
            for (var item : list.items()) texts.add(item.toString());
        }
        return texts;
    }
}
