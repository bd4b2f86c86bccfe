package dev.plimsoll.integration.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.fakes.metrics.FakeMetricsServer;
import dev.plimsoll.integration.autoscaler.Programs.Part;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: aggregation
/**
 * The autoscaler as it is installed in a cluster: its programs know the server by the service account of their pod and have the rights of our
 * manifests, and what pods use comes from a server of metrics behind the API server.
 */
// Acceptance of the autoscaler: aggregated-metrics
@Timeout(400)
class AggregatedMetricsTest {
    private static final ApiResource API_SERVICES =
            ApiResource.clustered("apiregistration.k8s.io", "v1", "apiservices", "APIService");
    private static final ApiResource SERVICES = ApiResource.namespaced("", "v1", "services", "Service");
    private static final ObjectName METRICS = ObjectName.ofCluster("v1beta1.metrics.k8s.io");
    private static final Path RIGHTS = Path.of("../../deploy/autoscaler/rbac.yaml");

    private final Authority authority = Authority.create("metrics-ca", Instant.now());
    private final Map<String, String> before = new TreeMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value.isEmpty()) System.clearProperty(name);
            else System.setProperty(name, value);
        });
    }

    private static Machine machine() {
        return switch (MachineNotation.parse("1s1n16c1t,memory=64Gi")) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static ObjectNode create(ApiClient client, ApiResource resource, ObjectNode object) {
        var created = client.create(resource, object);
        assertThat(created.problem()).isEmpty();
        return created.done().orElseThrow();
    }

    private SSLContext identity() {
        var own = authority.server("metrics-server", List.of(FakeMetricsServer.HOST), List.of(), Instant.now());
        return Tls.context(Tls.keys(own.key(), List.of(own.certificate())), null);
    }

    /** A metrics-server is installed: a Service, and the APIService that leads to it. */
    private void install(ApiClient client, FakeMetricsServer backend) throws InterruptedException {
        create(client, SERVICES, json("""
                {"metadata":{"namespace":"kube-system","name":"metrics-server"},
                "spec":{"type":"ExternalName","externalName":"localhost"}}"""));
        var bundle = Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
        var patch = json("""
                {"spec":{"group":"metrics.k8s.io","version":"v1beta1","groupPriorityMinimum":100,"versionPriority":100,"caBundle":"%s",
                "service":{"namespace":"kube-system","name":"metrics-server","port":%d}}}""".formatted(bundle, backend.port()));
        assertThat(client.patch(API_SERVICES, METRICS, new Patch.Merge(patch)).problem())
                .isEmpty();
        try (var services = new Observed(client, API_SERVICES)) {
            services.await(
                    "the server of metrics is available",
                    service -> service.at("/metadata/name").asText().equals(METRICS.name())
                            && service.at("/status/conditions/0/reason")
                                    .asText()
                                    .equals("Passed"));
        }
    }

    private static void grant(ApiClient client) {
        var loaded = (Loaded.Documents) new ManifestLoader().load(RIGHTS);
        for (var manifest : loaded.manifests()) {
            var kind = manifest.kind();
            var apiVersion = manifest.apiVersion();
            var slash = apiVersion.indexOf('/');
            var group = slash < 0 ? "" : apiVersion.substring(0, slash);
            var plural = kind.toLowerCase(Locale.ROOT) + "s";
            var resource = kind.startsWith("Cluster")
                    ? ApiResource.clustered(group, "v1", plural, kind)
                    : ApiResource.namespaced(group, "v1", plural, kind);
            create(client, resource, manifest.document());
        }
    }

    /** Files and variables as a node gives them to the pod of a service account. */
    private ApiClient inPodOf(Cluster cluster, String account) throws IOException {
        var token = cluster.client()
                .create(
                        ApiResource.ACCOUNTS.sub("token"),
                        new ObjectName("kube-system", account),
                        json("{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}"))
                .done()
                .orElseThrow();
        var admin = (Configured.Ready) Connections.fromText(cluster.kubeconfig());
        var server = URI.create(admin.server());
        var files = Files.createDirectories(folder.resolve(account));
        property("KUBERNETES_SERVICE_HOST", server.getHost());
        property("KUBERNETES_SERVICE_PORT", Integer.toString(server.getPort()));
        property("kubernetes.auth.tryKubeConfig", "false");
        property(
                "kubernetes.auth.serviceAccount.token",
                Files.writeString(
                                files.resolve("token"),
                                token.at("/status/token").asText())
                        .toString());
        property(
                "kubernetes.certs.ca.file",
                Files.writeString(files.resolve("ca.crt"), admin.authority()).toString());
        var ready = (Configured.Ready) Connections.automatic();
        return ApiClient.over(ready.transport(), account, TokenBucket.unlimited(Time.system()), Time.system());
    }

    private void property(String name, String value) {
        var was = System.setProperty(name, value);
        before.putIfAbsent(name, was == null ? "" : was);
    }

    private static void workload(ApiClient client) {
        create(client, ApiResource.DEPLOYMENTS, json("""
                {"metadata":{"namespace":"default","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
                "template":{"metadata":{"labels":{"app":"web"}},"spec":{"resources":{"requests":{"cpu":"50m","memory":"100Mi"}},
                "containers":[{"name":"app","image":"i"},{"name":"log","image":"i"}]}}}}"""));
        create(client, AutoscalerResources.VPAS, json("""
                {"metadata":{"namespace":"default","name":"web"},"spec":{
                "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                "updatePolicy":{"updateMode":"InPlaceOrRecreate"}}}"""));
    }

    @Test
    @DisplayName("pods get what a metrics-server says that they use, by programs that run under service accounts")
    void applied() throws Exception {
        var plan = ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 1, machine())))
                .withAutoscalerSpeed(0);
        try (var cluster = Cluster.start(plan, ClusterLog.SILENT);
                var pods = new Watched(cluster.client(), ApiResource.PODS);
                var vpas = new Watched(cluster.client(), AutoscalerResources.VPAS);
                var backend = new FakeMetricsServer(
                        identity(),
                        () -> pods.named("web-").stream()
                                .map(pod -> pod.at("/metadata/name").asText())
                                .toList())) {
            var client = cluster.client();
            grant(client);
            install(client, backend);
            var pace = Pace.faster(Time.system(), 60, Instant.now());
            try (var recommender = new Programs(inPodOf(cluster, "vpa-recommender"), pace);
                    var updater = new Programs(inPodOf(cluster, "vpa-updater"), pace);
                    var admission = new Programs(inPodOf(cluster, "vpa-admission-controller"), pace)) {
                recommender.start(Part.RECOMMENDER);
                admission.start(Part.ADMISSION);
                updater.start(Part.UPDATER);
                workload(client);
                vpas.await(
                        "a recommendation from 420m of both containers",
                        "web",
                        list -> list.stream()
                                .anyMatch(vpa ->
                                        Workload.millis(vpa.at("/status/recommendation/podRecommendation/target/cpu")
                                                        .asText())
                                                > 420));
                pods.await(
                        "both pods with more than they use",
                        "web-",
                        list -> list.size() == 2
                                && list.stream()
                                        .allMatch(pod -> Workload.millis(pod.at("/spec/resources/requests/cpu")
                                                        .asText())
                                                > 420));
                assertThat(recommender.errors).isEmpty();
                assertThat(updater.errors).isEmpty();
                assertThat(admission.errors).isEmpty();
            }
            assertThat(backend.seen()).contains("/apis/metrics.k8s.io/v1beta1/pods");
        }
    }

    @Test
    @DisplayName("pods that no node runs are not measured, and the object says so")
    void pending() throws Exception {
        var plan = ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0);
        try (var cluster = Cluster.start(plan, ClusterLog.SILENT);
                var vpas = new Watched(cluster.client(), AutoscalerResources.VPAS);
                var recommender = new Programs(cluster.client(), Pace.faster(Time.system(), 600, Instant.now()))) {
            workload(cluster.client());
            recommender.start(Part.RECOMMENDER);
            vpas.await(
                    "why nothing is recommended",
                    "web",
                    list -> list.stream()
                            .anyMatch(vpa -> vpa.at("/status/conditions/0/reason")
                                            .asText()
                                            .equals("PodsPending")
                                    && vpa.at("/status/conditions/0/type")
                                            .asText()
                                            .equals("RecommendationProvided")));
        }
    }
}
