package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cluster.AccessOptions;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.tls.TrustAllManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: own-service, root-ca, accounts, namespaces, kubeconfig
// Acceptance of nodes: container-files, static-pods, service-tokens
/** What every cluster has (spec/kinds.md 5.1), in a cluster as {@code plimsoll up} starts it, and after it was started again. */
@Timeout(120)
class EveryClusterTest {
    private static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");
    private static final ApiResource MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");
    private static final ApiResource SERVICES = ApiResource.namespaced("", "v1", "services", "Service");
    private static final ApiResource SLICES =
            ApiResource.namespaced("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice");
    private static final ApiResource ADDRESSES =
            ApiResource.clustered("networking.k8s.io", "v1", "ipaddresses", "IPAddress");
    private static final String MOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

    @TempDir
    Path folder;

    private final Queue<String> defects = new ConcurrentLinkedQueue<>();

    private Cluster started() throws Exception {
        return started(UnaryOperator.identity());
    }

    private Cluster started(UnaryOperator<ClusterPlan> more) throws Exception {
        var plan = new ClusterPlan(
                new Storage.Folder(folder),
                "127.0.0.1",
                0,
                "token",
                FeatureGates.DEFAULT,
                List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n4c1t,memory=8Gi"))));
        return Cluster.start(more.apply(plan.withAutoscalerSpeed(0)), new ClusterLog() {
            @Override
            public void step(String what, Duration took) {}

            @Override
            public void tell(String problem) {}

            @Override
            public void defect(String where, Throwable problem) {
                defects.add(where + ": " + problem);
            }
        });
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static ObjectNode done(RequestResult<ObjectNode> outcome) {
        return outcome.done().orElseThrow(() -> new AssertionError(outcome.problem()));
    }

    private static ObjectNode pod(Cluster cluster, String name, String more) {
        return done(cluster.client().create(ApiResource.PODS, json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default"},
                 "spec":{%s"containers":[{"name":"c","image":"i"},
                   {"name":"own","image":"i","volumeMounts":[{"name":"mine","mountPath":"%s"}]}],
                  "volumes":[{"name":"mine","emptyDir":{}}]}}""".formatted(name, more, MOUNT))));
    }

    @Test
    @DisplayName("pods of a folder run on each node, the API shows copies, and they go with their files")
    void staticPods() throws Exception {
        var manifests = Files.createDirectories(folder.resolve("manifests"));
        var file = manifests.resolve("web.yaml");
        Files.writeString(file, """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers: [{name: c, image: nginx, resources: {limits: {cpu: 100m, memory: 64Mi}}}]
                """);
        try (var cluster = started(plan -> plan.withManifests(manifests));
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var mirror = pods.await(
                    "a copy that runs",
                    each -> isAt(each, "default", "web-node-0")
                            && each.at("/status/phase").asText().equals("Running"));
            assertThat(mirror.path("metadata").path("annotations").has("kubernetes.io/config.mirror"))
                    .isTrue();
            Files.delete(file);
            pods.awaitNone("the end of the copy", each -> isAt(each, "default", "web-node-0"));
        }
        assertThat(defects).isEmpty();
    }

    private static String mountOf(JsonNode pod) {
        return pod.at("/spec/containers/0/volumeMounts/0/name").asText();
    }

    @Test
    @DisplayName("accounts, certificates, tokens, the service kubernetes; the same addresses after a restart")
    void basics() throws Exception {
        String address;
        try (var cluster = started()) {
            assertThat(cluster.kubeconfig()).contains("namespace: default");
            try (var accounts = new Observed(cluster.client(), ACCOUNTS);
                    var maps = new Observed(cluster.client(), MAPS);
                    var pods = new Observed(cluster.client(), ApiResource.PODS)) {
                for (var namespace : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
                    accounts.await("account of " + namespace, each -> isAt(each, namespace, "default"));
                    var map = maps.await("map of " + namespace, each -> isAt(each, namespace, "kube-root-ca.crt"));
                    assertThat(map.path("data").path("ca.crt").asText()).startsWith("-----BEGIN CERTIFICATE-----");
                }
                done(cluster.client().create(ACCOUNTS, json("""
                        {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"quiet","namespace":"default"},
                         "automountServiceAccountToken":false,"imagePullSecrets":[{"name":"pull"}]}""")));
                tokens(cluster);
                pods.await(
                        "running",
                        each -> isAt(each, "default", "plain")
                                && each.at("/status/phase").asText().equals("Running"));
            }
            var own = done(cluster.client().get(SERVICES, new ObjectName("default", "kubernetes")));
            assertThat(own.at("/spec/clusterIP").asText()).isEqualTo("10.96.0.1");
            var port = Integer.parseInt(cluster.url().replaceFirst(".*:", ""));
            assertThat(own.at("/spec/ports/0/targetPort").asInt()).isEqualTo(port);
            address = done(cluster.client().create(SERVICES, json("""
                    {"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"default"},
                     "spec":{"ports":[{"port":80}]}}""")))
                    .at("/spec/clusterIP")
                    .asText();
        }
        try (var cluster = started()) {
            assertThat(done(cluster.client().get(SERVICES, new ObjectName("default", "web")))
                            .at("/spec/clusterIP")
                            .asText())
                    .isEqualTo(address);
            assertThat(done(cluster.client().get(ADDRESSES, ObjectName.ofCluster(address)))
                            .at("/spec/parentRef/name")
                            .asText())
                    .isEqualTo("web");
            var taken = cluster.client().create(SERVICES, json("""
                    {"apiVersion":"v1","kind":"Service","metadata":{"name":"other","namespace":"default"},
                     "spec":{"clusterIP":"%s","ports":[{"port":80}]}}""".formatted(address)));
            assertThat(taken.problem()).contains("provided IP is already allocated");
            var port = Integer.parseInt(cluster.url().replaceFirst(".*:", ""));
            var slice = done(cluster.client().get(SLICES, new ObjectName("default", "kubernetes")));
            assertThat(slice.at("/ports/0/port").asInt())
                    .as("where it listens now")
                    .isEqualTo(port);
            assertThat(slice.path("endpoints")).hasSize(1);
        }
        assertThat(defects).isEmpty();
    }

    @Test
    @DisplayName("a cluster that answers nobody without a token, and whose pods have none, works")
    void closed() throws Exception {
        try (var cluster = started(plan -> plan.withAccess(new AccessOptions(false, false)));
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var plain = pod(cluster, "plain", "");
            assertThat(mountOf(plain)).isEmpty();
            assertThat(plain.path("spec").has("serviceAccountName")).isFalse();
            pods.await(
                    "running",
                    each -> isAt(each, "default", "plain")
                            && each.at("/status/phase").asText().equals("Running"));
            assertThat(health(cluster, "")).isEqualTo(401);
            assertThat(health(cluster, "Bearer token")).isEqualTo(200);
        }
        assertThat(defects).isEmpty();
        try (var cluster = started()) {
            assertThat(health(cluster, "")).isEqualTo(200);
        }
    }

    private static int health(Cluster cluster, String authorization) throws Exception {
        try (var client =
                HttpClient.newBuilder().sslContext(TrustAllManager.context()).build()) {
            var request = HttpRequest.newBuilder(URI.create(cluster.url() + "/livez"));
            if (!authorization.isEmpty()) request.header("Authorization", authorization);
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static boolean isAt(JsonNode object, String namespace, String name) {
        return object.at("/metadata/namespace").asText().equals(namespace)
                && object.at("/metadata/name").asText().equals(name);
    }

    private static void tokens(Cluster cluster) {
        var plain = pod(cluster, "plain", "");
        assertThat(plain.at("/spec/serviceAccountName").asText()).isEqualTo("default");
        assertThat(mountOf(plain)).startsWith("kube-api-access-");
        assertThat(plain.at("/spec/containers/0/volumeMounts/0/mountPath").asText())
                .isEqualTo(MOUNT);
        assertThat(plain.at("/spec/containers/1/volumeMounts")).hasSize(1);
        var volume = plain.at("/spec/volumes/1");
        assertThat(volume.path("name").asText()).isEqualTo(mountOf(plain));
        assertThat(volume.at("/projected/sources/0/serviceAccountToken/expirationSeconds")
                        .asInt())
                .isEqualTo(3607);
        assertThat(volume.at("/projected/sources/1/configMap/name").asText()).isEqualTo("kube-root-ca.crt");
        assertThat(mountOf(pod(cluster, "without", "\"automountServiceAccountToken\":false,")))
                .isEmpty();
        var quiet = pod(cluster, "quiet", "\"serviceAccountName\":\"quiet\",");
        assertThat(mountOf(quiet)).isEmpty();
        assertThat(quiet.at("/spec/imagePullSecrets/0/name").asText()).isEqualTo("pull");
        assertThat(mountOf(pod(
                        cluster, "loud", "\"serviceAccountName\":\"quiet\",\"automountServiceAccountToken\":true,")))
                .startsWith("kube-api-access-");
        var missing = cluster.client().create(ApiResource.PODS, json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"lost","namespace":"default"},
                 "spec":{"serviceAccountName":"nobody","containers":[{"name":"c","image":"i"}]}}"""));
        assertThat(missing.problem())
                .contains("error looking up service account default/nobody: serviceaccount \"nobody\" not found");
    }
}
