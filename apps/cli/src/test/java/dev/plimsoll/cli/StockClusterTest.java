package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.fakes.client.Observed;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The autoscaler and the report as they meet any API server: fields that a definition does not name are dropped, metrics come through aggregation from a server of their own, and
 * the way there is a kubeconfig or the service account of a pod with the rights of {@code deploy/autoscaler/rbac.yaml}.
 */
@Timeout(300)
class StockClusterTest extends CommandLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ApiResource API_SERVICES =
            ApiResource.clustered("apiregistration.k8s.io", "v1", "apiservices", "APIService");
    private static final ObjectName METRICS = ObjectName.ofCluster("v1beta1.metrics.k8s.io");
    private static final ObjectName VPA = new ObjectName("default", "web");

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
        assertThat(taken.path("spec").has("nonsense")).as("what the definition does not name").isFalse();
        assertThat(taken.at("/spec/resourcePolicy/podPolicies").toString()).doesNotContain("nonsense");
        assertThat(taken.at("/spec/resourcePolicy/podPolicies/mode").asText()).isEqualTo("PodAndContainers");
    }

    /** A metrics-server is installed: a Service, and the APIService that leads to it. */
    private static void install(ApiClient client, MetricsBackend backend, Observed services) throws InterruptedException {
        made(client, ApiResource.namespaced("", "v1", "services", "Service"), """
                {"metadata":{"namespace":"kube-system","name":"metrics-server"},
                "spec":{"type":"ExternalName","externalName":"localhost"}}""");
        var patch = read("""
                {"spec":{"group":"metrics.k8s.io","version":"v1beta1","groupPriorityMinimum":100,"versionPriority":100,"caBundle":"%s",
                "service":{"namespace":"kube-system","name":"metrics-server","port":%d}}}""".formatted(
                        backend.caBundle(), backend.port()));
        assertThat(client.patch(API_SERVICES, METRICS, new Patch.Merge(patch)).problem()).isEmpty();
        services.await(
                "the server of metrics is available",
                service -> service.at("/metadata/name").asText().equals(METRICS.name())
                        && service.at("/status/conditions/0/reason").asText().equals("Passed"));
    }

    private static JsonNode recommended(Observed objects) throws InterruptedException {
        return objects.await(
                        "the pod as a whole has a recommendation",
                        each -> each.at("/status/recommendation/podRecommendation/target").size() > 0)
                .at("/status/recommendation");
    }

    @Test
    void theAutoscalerWorksByKubeconfigAndByServiceAccountWithMetricsThroughAggregation() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var objects = new Observed(cluster.client(), AutoscalerResources.VPAS);
                var services = new Observed(cluster.client(), API_SERVICES);
                var backend = new MetricsBackend(() -> pods.all().stream()
                        .map(pod -> pod.at("/metadata/name").asText())
                        .toList())) {
            var client = cluster.client();
            workload(client);
            pods.awaitAll("two pods", all -> all.size() == 2);
            vpa(client);
            install(client, backend, services);
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig()).toString();

            var report = run("recommend", "--kubeconfig", config, "-n", "default", "-o", "json");
            assertThat(report.exit()).as(report.errors()).isZero();
            var workload = JSON.readTree(report.out()).at("/workloads/0");
            assertThat(workload.at("/average/cpu").asText()).as("of two pods").isEqualTo("840m");
            assertThat(backend.seen()).contains("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods");

            try (var recommender = Program.start(arguments("--kubeconfig=" + config))) {
                assertThat(recommended(objects).path("containerRecommendations")).hasSize(2);
                assertThat(recommender.stop()).isNotNegative();
            }
            assertThat(client.delete(AutoscalerResources.VPAS, VPA, DeleteOptions.DEFAULT).problem()).isEmpty();
            objects.awaitNone("the object", _ -> true);
            vpa(client);
            try (var recommender = Program.start(account(cluster), arguments("--v=1"))) {
                assertThat(recommended(objects).path("containerRecommendations")).hasSize(2);
                assertThat(recommender.stop()).isNotNegative();
            }
        }
    }

    private static String[] arguments(String more) {
        return new String[] {
            "autoscaler",
            "recommender",
            more,
            "--feature-gates=PodLevelResources=true",
            "--recommender-interval=1s",
            "--address=127.0.0.1:0"
        };
    }

    /** What a pod with this account has: the variables of the service, the token, and whom to trust. */
    private Map<String, String> account(Cluster cluster) throws Exception {
        var client = cluster.client();
        for (var document : documents(Files.readString(ROOT.resolve("deploy/autoscaler/rbac.yaml")))) {
            var kind = document.path("kind").asText();
            var version = document.path("apiVersion").asText();
            var slash = version.indexOf('/');
            var resource = new ApiResource(
                    slash < 0 ? "" : version.substring(0, slash),
                    version.substring(slash + 1),
                    kind.toLowerCase(Locale.ROOT) + "s",
                    kind,
                    document.at("/metadata/namespace").isTextual(),
                    "");
            made(client, resource, document.toString());
        }
        var request = read("{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}");
        var token = client.create(
                        ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount").sub("token"),
                        new ObjectName("kube-system", "vpa-recommender"),
                        request)
                .done()
                .orElseThrow()
                .at("/status/token")
                .asText();
        var admin = documents(cluster.kubeconfig()).getFirst().at("/clusters/0/cluster");
        var server = URI.create(admin.path("server").asText());
        var authority = Base64.getDecoder().decode(admin.path("certificate-authority-data").asText());
        return Map.of(
                "KUBERNETES_SERVICE_HOST",
                server.getHost(),
                "KUBERNETES_SERVICE_PORT",
                Integer.toString(server.getPort()),
                "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN",
                Files.writeString(folder.resolve("token"), token).toString(),
                "KUBERNETES_CERTS_CA_FILE",
                Files.write(folder.resolve("ca.crt"), authority).toString(),
                "KUBERNETES_AUTH_TRYKUBECONFIG",
                "false",
                "HOME",
                folder.toString());
    }

    private static List<JsonNode> documents(String yaml) {
        var documents = new ArrayList<JsonNode>();
        for (var document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            documents.add(JSON.valueToTree(document));
        }
        return documents;
    }
}
