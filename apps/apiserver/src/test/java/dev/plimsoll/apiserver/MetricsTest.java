package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The page of metrics. */
// Acceptance of KEP-2837: metric-rejected
class MetricsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @Test
    void requestsObjectsAndEventsAreCountedUnderTheirNames() {
        try (var server = new TestServer()) {
            server.post(MAPS, "{\"metadata\":{\"name\":\"m\"}}");
            server.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"n\"}}");
            server.get(MAPS + "/m");
            server.get(MAPS + "/none");
            server.get(MAPS + "?watch=true&timeoutSeconds=1");
            var text = server.get("/metrics").text();
            assertThat(text)
                    .contains("# TYPE apiserver_request_total counter", "# TYPE process_cpu_seconds_total counter");
            assertThat(server.metric(
                            "apiserver_request_total", "resource=\"configmaps\"", "verb=\"POST\"", "dry_run=\"\""))
                    .isEqualTo(1);
            assertThat(server.metric("apiserver_request_total", "resource=\"configmaps\"", "dry_run=\"All\""))
                    .isEqualTo(1);
            assertThat(server.metric("apiserver_request_total", "resource=\"configmaps\"", "code=\"404\""))
                    .isEqualTo(1);
            assertThat(server.metric("apiserver_request_duration_seconds_count", "verb=\"WATCH\""))
                    .isEqualTo(1);
            assertThat(server.metric("apiserver_longrunning_requests", "configmaps"))
                    .isZero();
            assertThat(server.metric("apiserver_storage_objects", "resource=\"configmaps\""))
                    .as("and the one by which other API servers know this one")
                    .isEqualTo(2);
            assertThat(server.metric("apiserver_watch_events_total", "configmaps"))
                    .isEqualTo(1);
            assertThat(server.metric("etcd_request_duration_seconds_count", "create"))
                    .isPositive();
            assertThat(server.metric("process_resident_memory_bytes")).isPositive();
        }
    }

    /** KEP-2837: failures to read the pod-level field show up here. */
    @Test
    void requestsThatAreRefusedForWhatTheyAskAreCountedByCode() {
        try (var server = new TestServer()) {
            var pods = "/api/v1/namespaces/default/pods";
            var pod =
                    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"resources\":%s,\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
            assertThat(server.post(pods, pod.formatted("{\"requests\":{\"cpu\":\"one\"}}"))
                            .status())
                    .isEqualTo(400);
            assertThat(server.post(pods, pod.formatted("{\"requests\":{\"cpu\":\"-1\"}}"))
                            .status())
                    .isEqualTo(422);
            assertThat(server.get(pods + "/none").status()).isEqualTo(404);
            var posts = new String[] {"resource=\"pods\"", "verb=\"POST\"", "subresource=\"\"", "version=\"v1\""};
            assertThat(server.get("/metrics").text()).contains("# TYPE apiserver_rejected_requests untyped");
            assertThat(server.metric("apiserver_rejected_requests", with(posts, "code=\"400\"")))
                    .isEqualTo(1);
            assertThat(server.metric("apiserver_rejected_requests", with(posts, "code=\"422\"")))
                    .isEqualTo(1);
            assertThat(server.get("/metrics").text().lines())
                    .noneMatch(line -> line.startsWith("apiserver_rejected_requests") && line.contains("code=\"404\""));
        }
    }

    private static String[] with(String[] parts, String more) {
        var all = java.util.Arrays.copyOf(parts, parts.length + 1);
        all[parts.length] = more;
        return all;
    }

    @Test
    void refusalsOfQuotasAreCounted() {
        try (var server = new TestServer()) {
            server.post(
                    "/api/v1/namespaces/default/resourcequotas",
                    "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"0\"}}}");
            var quota = "/api/v1/namespaces/default/resourcequotas/q";
            TestServer.eventually(
                    "the quota is enforced",
                    () -> server.get(quota).json().at("/status/hard/pods").isTextual());
            var pod = "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
            assertThat(server.post("/api/v1/namespaces/default/pods", pod).status())
                    .isEqualTo(403);
            assertThat(server.metric("plimsoll_quota_refusals_total")).isEqualTo(1);
        }
    }

    @Test
    void onlyThoseWithARoleForThePathSeeThem() {
        try (var server = new TestServer()) {
            assertThat(server.asUser("GET", "/metrics", "").status()).isEqualTo(403);
            var group = "/apis/rbac.authorization.k8s.io/v1/";
            server.post(
                    group + "clusterroles",
                    "{\"metadata\":{\"name\":\"m\"},\"rules\":[{\"nonResourceURLs\":[\"/metrics\"],\"verbs\":[\"get\"]}]}");
            server.post(
                    group + "clusterrolebindings",
                    "{\"metadata\":{\"name\":\"m\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"m\"},"
                            + "\"subjects\":[{\"kind\":\"User\",\"name\":\"jane\"}]}");
            assertThat(server.asUser("GET", "/metrics", "").status()).isEqualTo(200);
        }
    }
}
