package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.scheduler.Settings;
import dev.plimsoll.scheduler.http.Endpoints;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pages of a scheduler that has placed a pod. */
@Timeout(120)
class EndpointsTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private static HttpResponse<String> get(Endpoints endpoints, String path) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var uri = URI.create("http://127.0.0.1:" + endpoints.port() + path);
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void healthMetricsResourcesAndConfiguration() throws IOException, InterruptedException {
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        var scheduler = cluster.scheduler(Settings.ALONE);
        cluster.create(json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"plr"},"spec":{"resources":{"requests":
                {"cpu":"1250m"},"limits":{"cpu":"2"}},"containers":[{"name":"c","image":"i"}]}}"""));
        cluster.awaitBound("plr");
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var endpoints = Endpoints.start(address, null, scheduler)) {
            assertThat(get(endpoints, "/healthz").body()).isEqualTo("ok");
            assertThat(get(endpoints, "/livez").statusCode()).isEqualTo(200);
            assertThat(get(endpoints, "/readyz").body()).isEqualTo("ok");
            assertThat(get(endpoints, "/metrics").body())
                    .contains(
                            "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"scheduled\"} 1.0")
                    .contains("scheduler_pod_scheduling_attempts_bucket")
                    .contains("scheduler_queue_incoming_pods_total{event=\"PodAdd\",queue=\"active\"}");
            assertThat(get(endpoints, "/metrics/resources").body())
                    .contains("kube_pod_resource_request{namespace=\"default\",node=")
                    .contains("resource=\"cpu\",scheduler=\"default-scheduler\",unit=\"cores\"} 1.25")
                    .contains("kube_pod_resource_limit");
            assertThat(get(endpoints, "/configz").body()).contains("\"schedulerName\":\"default-scheduler\"");
            assertThat(get(endpoints, "/nothing").statusCode()).isEqualTo(404);
        }
    }
}
