package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What it costs to empty a namespace: its pods are not read again for each one that goes. */
// Acceptance of production: namespace-deletion
class NamespaceRequestsTest extends OneCluster {
    private static final int PODS = 60;

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    @Override
    Controllers begun() {
        var way = cluster.transport();
        var counted = new Transport() {
            @Override
            public Reply send(ClientRequest request) throws IOException {
                requests.add(request.method() + " " + request.target());
                return way.send(request);
            }

            @Override
            public Streamed open(ClientRequest request) throws IOException {
                return way.open(request);
            }

            @Override
            public void close() {
                way.close();
            }
        };
        return cluster.controllers(counted, ControllerSettings.DEFAULT);
    }

    private long count(String beginning) {
        return requests.stream().filter(each -> each.startsWith(beginning)).count();
    }

    @Test
    @DisplayName("a namespace with many pods is emptied with few lists and few writes of its status")
    void fewRequests() throws Exception {
        cluster.create(ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"big\"}}");
        for (var i = 0; i < PODS; i++) cluster.create(ApiResource.PODS, """
                    {"metadata":{"name":"p-%d","namespace":"big"},
                    "spec":{"terminationGracePeriodSeconds":1,"containers":[{"name":"c","image":"i"}]}}""".formatted(i));
        pods().awaitAll(
                        "all pods running",
                        all -> all.stream()
                                        .filter(pod ->
                                                text(pod, "/status/phase").equals("Running"))
                                        .count()
                                == PODS);
        until(ApiResource.NAMESPACES, "big", _ -> true);
        Cluster.done(cluster.client()
                .delete(ApiResource.NAMESPACES, ObjectName.ofCluster("big"), new DeleteOptions(-1, "", "", "")));
        untilGone(ApiResource.NAMESPACES, "big");
        assertThat(count("DELETE /api/v1/namespaces/big/pods/")).isEqualTo(PODS);
        // One look at the beginning, one at the end, and one for every five seconds that it takes.
        assertThat(count("GET /api/v1/namespaces/big/pods?")).isLessThan(PODS / 3);
        assertThat(count("PUT /api/v1/namespaces/big/status")).isLessThan(PODS / 3);
    }
}
