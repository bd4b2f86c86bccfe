package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.fakes.metrics.FakeMetricsServer;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report as it meets any API server: fields that a definition does not name are dropped, and metrics come through aggregation from a server of
 * their own.
 */
@Timeout(300)
class StockClusterTest extends CommandLineTest {
    private final Authority authority = Authority.create("metrics-ca", Instant.now());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ApiResource API_SERVICES =
            ApiResource.clustered("apiregistration.k8s.io", "v1", "apiservices", "APIService");
    private static final ObjectName METRICS = ObjectName.ofCluster("v1beta1.metrics.k8s.io");

    @TempDir
    private Path folder;

    private static ObjectNode read(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static ObjectNode made(ApiClient client, ApiResource resource, String text) {
        var created = client.create(resource, read(text));
        assertThat(created.problem()).isEmpty();
        return created.done().orElseThrow();
    }

    private static void workload(ApiClient client) {
        made(client, ApiResource.DEPLOYMENTS, """
                {"metadata":{"namespace":"default","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
                "template":{"metadata":{"labels":{"app":"web"}},"spec":{"resources":{"requests":{"cpu":"2","memory":"2Gi"}},
                "containers":[{"name":"app","image":"i"},{"name":"log","image":"i"}]}}}}""");
    }

    private static void vpa(ApiClient client) {
        var taken = made(client, AutoscalerResources.VPAS, """
                {"apiVersion":"autoscaling.k8s.io/v1","kind":"VerticalPodAutoscaler","metadata":{"namespace":"default","name":"web"},
                "spec":{"targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},"updatePolicy":{"updateMode":"Off"},
                "resourcePolicy":{"podPolicies":{"mode":"PodAndContainers","nonsense":1}},"nonsense":{"a":1}}}""");
        assertThat(taken.path("spec").has("nonsense"))
                .as("what the definition does not name")
                .isFalse();
        assertThat(taken.at("/spec/resourcePolicy/podPolicies").toString()).doesNotContain("nonsense");
        assertThat(taken.at("/spec/resourcePolicy/podPolicies/mode").asText()).isEqualTo("PodAndContainers");
    }

    private SSLContext identity() {
        var own = authority.server("metrics-server", List.of(FakeMetricsServer.HOST), List.of(), Instant.now());
        return Tls.context(Tls.keys(own.key(), List.of(own.certificate())), null);
    }

    private String caBundle() {
        return Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
    }

    /** A metrics-server is installed: a Service, and the APIService that leads to it. */
    private void install(ApiClient client, FakeMetricsServer backend, Observed services) throws InterruptedException {
        made(client, ApiResource.namespaced("", "v1", "services", "Service"), """
                {"metadata":{"namespace":"kube-system","name":"metrics-server"},
                "spec":{"type":"ExternalName","externalName":"localhost"}}""");
        var patch = read("""
                {"spec":{"group":"metrics.k8s.io","version":"v1beta1","groupPriorityMinimum":100,"versionPriority":100,"caBundle":"%s",
                "service":{"namespace":"kube-system","name":"metrics-server","port":%d}}}""".formatted(caBundle(), backend.port()));
        assertThat(client.patch(API_SERVICES, METRICS, new Patch.Merge(patch)).problem())
                .isEmpty();
        services.await(
                "the server of metrics is available",
                service -> service.at("/metadata/name").asText().equals(METRICS.name())
                        && service.at("/status/conditions/0/reason").asText().equals("Passed"));
    }

    @Test
    void theReportReadsMetricsThroughAggregationAndObjectsThatWerePruned() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var services = new Observed(cluster.client(), API_SERVICES);
                var backend = new FakeMetricsServer(
                        identity(),
                        () -> pods.all().stream()
                                .map(pod -> pod.at("/metadata/name").asText())
                                .toList())) {
            var client = cluster.client();
            workload(client);
            pods.awaitAll("two pods", all -> all.size() == 2);
            vpa(client);
            install(client, backend, services);
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                    .toString();

            var report = run("recommend", "--kubeconfig", config, "-n", "default", "-o", "json");
            assertThat(report.exit()).as(report.errors()).isZero();
            var workload = JSON.readTree(report.out()).at("/workloads/0");
            assertThat(workload.at("/average/cpu").asText()).as("of two pods").isEqualTo("840m");
            assertThat(backend.seen()).contains("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods");
        }
    }
}
