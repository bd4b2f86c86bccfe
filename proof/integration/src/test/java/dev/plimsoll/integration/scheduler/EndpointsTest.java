package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static dev.plimsoll.integration.scheduler.TestCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.http.SchedulerPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pages of a scheduler that has placed a pod. */
// Acceptance: resource-metrics, choice-6, choice-7
// Acceptance of KEP-2837: sched-metrics, metric-scheduler
@Timeout(120)
// Acceptance of KEP-1287: metric-scheduler
// Acceptance of KEP-5419: metrics-demand
class EndpointsTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private static HttpResponse<String> get(HttpClient http, String scheme, int port, String path)
            throws IOException, InterruptedException {
        var uri = URI.create(scheme + "://127.0.0.1:" + port + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(HttpService endpoints, String path)
            throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return get(http, "http", endpoints.port(), path);
        }
    }

    /** The pod of row V3 of the specification, on a node that has room for it. */
    private Scheduler placed() throws IOException {
        cluster.node(
                "n1",
                "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\",\"ephemeral-storage\":\"10Gi\",\"example.com/gpu\":\"1\"");
        var scheduler = cluster.scheduler(SchedulerSettings.ALONE);
        done(cluster.client.create(
                ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass"), json("""
                {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"heavy"},"handler":"heavy",
                "overhead":{"podFixed":{"cpu":"250m","memory":"120Mi"}}}""")));
        cluster.create(json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"plr"},"spec":{"runtimeClassName":"heavy",
                "resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2"}},
                "containers":[{"name":"c","image":"i","resources":{
                "requests":{"cpu":"600m","ephemeral-storage":"1Gi","example.com/gpu":"1"},"limits":{"example.com/gpu":"1"}}}]}}"""));
        cluster.awaitBound("plr");
        return scheduler;
    }

    @Test
    void healthMetricsAndConfiguration() throws IOException, InterruptedException {
        var scheduler = placed();
        try (var endpoints = HttpService.start("scheduler-http", ANY, null, SchedulerPages.of(scheduler))) {
            assertThat(get(endpoints, "/healthz").body()).isEqualTo("ok");
            assertThat(get(endpoints, "/livez").statusCode()).isEqualTo(200);
            assertThat(get(endpoints, "/readyz").body()).isEqualTo("ok");
            var metrics = get(endpoints, "/metrics").body();
            assertThat(metrics)
                    .contains(
                            "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"scheduled\"} 1.0")
                    .contains("scheduler_pod_scheduling_attempts_bucket")
                    .contains("scheduler_queue_incoming_pods_total{event=\"PodAdd\",queue=\"active\"}")
                    .contains("scheduler_framework_extension_point_duration_seconds_count{extension_point=\"Bind\"")
                    .contains("scheduler_event_handling_duration_seconds_count{event=\"PodAdd\"}")
                    .contains("scheduler_pod_scheduled_after_flush_total 0.0");
            // Its name was given up by Kubernetes; only the one with "sli" is left.
            assertThat(metrics)
                    .contains("scheduler_pod_scheduling_sli_duration_seconds_count")
                    .doesNotContain("scheduler_pod_scheduling_duration_seconds");
            assertThat(get(endpoints, "/configz").body()).contains("\"schedulerName\":\"default-scheduler\"");
            assertThat(get(endpoints, "/nothing").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName(
            "resource metrics follow the spec: pod level, overhead once, the rest from containers, whatever the status says")
    void resourceMetrics() throws IOException, InterruptedException {
        var scheduler = placed();
        done(cluster.client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", "plr"), new Patch.Merge(json("""
                {"status":{"allocatedResources":{"cpu":"3"},"resources":{"requests":{"cpu":"3"}}}}"""))));
        // What comes later in the same watch shows that the scheduler has heard of the status.
        cluster.create(pod("later", "100m"));
        cluster.awaitBound("later");
        try (var endpoints = HttpService.start("scheduler-http", ANY, null, SchedulerPages.of(scheduler))) {
            assertThat(get(endpoints, "/metrics/resources").body())
                    .contains(request("cpu", "cores") + " 1.25\n")
                    .contains(request("memory", "bytes") + " 1.199570944E9\n")
                    .contains(request("ephemeral-storage", "bytes") + " 1.073741824E9\n")
                    .contains(request("example.com/gpu", "") + " 1.0\n")
                    .contains("kube_pod_resource_limit{namespace=\"default\",node=\"n1\",pod=\"plr\"");
        }
    }

    private static String request(String resource, String unit) {
        return "kube_pod_resource_request{namespace=\"default\",node=\"n1\",pod=\"plr\",priority=\"0\",resource=\""
                + resource + "\",scheduler=\"default-scheduler\",unit=\"" + unit + "\"}";
    }

    @Test
    @DisplayName("over TLS with a certificate of its own")
    void tls() throws Exception {
        var scheduler = cluster.scheduler(SchedulerSettings.ALONE);
        var authority = Authority.create("ca", Instant.now());
        var own = authority.server("scheduler", List.of(), List.of(ANY.getAddress()), Instant.now());
        var tls = ServingTls.of(own.key(), List.of(own.certificate(), authority.certificate()), List.of());
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authority.trustStore());
        var trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
        try (var endpoints = HttpService.start("scheduler-http", ANY, tls, SchedulerPages.of(scheduler));
                var friend = HttpClient.newBuilder().sslContext(trusting).build();
                var stranger = HttpClient.newHttpClient()) {
            assertThat(get(friend, "https", endpoints.port(), "/healthz").body())
                    .isEqualTo("ok");
            assertThatThrownBy(() -> get(stranger, "https", endpoints.port(), "/healthz"))
                    .isInstanceOf(SSLException.class);
        }
    }
}
