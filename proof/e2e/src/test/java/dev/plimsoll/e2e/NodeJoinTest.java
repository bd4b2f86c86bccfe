package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.fakes.client.Observed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: service-tokens, claims, bootstrap, node-rights, configuration
/** The machine joins a cluster with a token and a file of settings, and runs usual workloads with no more rights than a node has. */
@Order(16)
@Timeout(900)
@ExtendWith(OnRealNode.class)
class NodeJoinTest {
    private static final String TOKEN = "e2e123.0123456789abcdef";
    private static final ApiResource BINDINGS =
            ApiResource.clustered("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding");
    private static final ApiResource SECRETS = ApiResource.namespaced("", "v1", "secrets", "Secret");

    @TempDir
    Path folder;

    @AfterEach
    void leave(RealNode node) throws IOException, InterruptedException {
        node.agent.stop();
    }

    private static ObjectNode done(RequestResult<ObjectNode> result) {
        assertThat(result.problem()).isEmpty();
        return result.done().orElseThrow();
    }

    private static Transport connected(Path kubeconfig) {
        if (!(Connections.fromFile(kubeconfig, "") instanceof Configured.Ready ready))
            throw new AssertionError(kubeconfig.toString());
        return ready.transport();
    }

    /** What an administrator prepares once. */
    private static void prepare(ApiClient client) {
        grant(client, "join", "system:node-bootstrapper", "system:bootstrappers");
        grant(
                client,
                "join-approve",
                "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
                "system:bootstrappers");
        done(client.create(SECRETS, RealNode.json("""
                {"apiVersion":"v1","kind":"Secret","type":"bootstrap.kubernetes.io/token","metadata":{"namespace":"kube-system",\
                "name":"bootstrap-token-e2e123"},"stringData":{"token-id":"e2e123","token-secret":"0123456789abcdef",\
                "usage-bootstrap-authentication":"true","expiration":"%s"}}""".formatted(Instant.now().plusSeconds(7200)))));
    }

    private static void grant(ApiClient client, String name, String role, String group) {
        done(client.create(BINDINGS, RealNode.json("""
                {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"%s"},\
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"%s"},\
                "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"%s"}]}""".formatted(name, role, group))));
    }

    /** The authority and the address of the administrator's file, and nobody but the token. */
    private static String joining(String kubeconfig) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: c
                  cluster:
                    server: https://kubernetes.default.svc:%s
                    certificate-authority-data: %s
                users:
                - name: u
                  user: {token: %s}
                contexts:
                - name: c
                  context: {cluster: c, user: u}
                current-context: c
                """.formatted(
                        found(kubeconfig, "https://[^:]+:([0-9]+)"),
                        found(kubeconfig, "certificate-authority-data\"?: *\"?([A-Za-z0-9+/=]+)"),
                        TOKEN);
    }

    private static String found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private void launch(RealNode node, String kubeconfig) throws IOException, InterruptedException {
        node.guest.sh(
                "rm -rf /var/lib/plimsoll /root/joined /root/pki; mkdir -p /root/settings; cat > /root/settings/join.conf << 'END'\n"
                        + joining(kubeconfig) + "\nEND");
        node.guest.sh("cat > /root/settings/kubelet.yaml << 'END'\n" + """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                maxPods: 37
                evictionHard:
                  memory.available: 50Mi
                containerLogMaxSize: 1Mi
                port: 18250
                address: 0.0.0.0
                enableServer: true
                """ + "\nEND");
        node.agent.launchCommand(
                "node --runtime cri --bootstrap-kubeconfig /root/settings/join.conf --kubeconfig /root/joined --cert-dir /root/pki"
                        + " --config /root/settings/kubelet.yaml --node-ip 127.0.0.1 --serve 0.0.0.0:"
                        + node.machine.kubeletPort());
        node.agent.awaitSaying("node " + RealNode.NAME + " with");
    }

    @Test
    void aMachineThatJoinsRunsWhatAUsualClusterRuns(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
        node.clear();
        node.agent.stop();
        var admin = folder.resolve("admin.conf");
        try (var _ = HostProgram.start(
                        "Ctrl-C ends it",
                        "up",
                        "--ephemeral",
                        "--name",
                        "e2e-join",
                        "--nodes",
                        "0",
                        "--port",
                        "0",
                        "--kubeconfig-out",
                        admin.toString());
                var transport = connected(admin)) {
            var time = Time.system();
            var client = ApiClient.over(transport, "e2e/1", TokenBucket.unlimited(time), time);
            prepare(client);
            launch(node, Files.readString(admin));
            assertThat(node.guest.sh("stat -c %a /root/joined; grep -c token: /root/joined || true"))
                    .as("a certificate of its own")
                    .isEqualTo("600\n0");
            try (var nodes = new Observed(client, ApiResource.NODES, Machine.PATIENCE);
                    var pods = new Observed(client, ApiResource.PODS, Machine.PATIENCE)) {
                var self = nodes.await("ready", RealNode::isReady);
                assertThat(self.at("/metadata/name").asText()).isEqualTo(RealNode.NAME);
                assertThat(self.at("/status/capacity/pods").asText()).isEqualTo("37");
                workloads(client, pods, new Kubectl(admin));
                done(client.patch(
                        ApiResource.STATEFUL_SETS,
                        new ObjectName("default", "db"),
                        new Patch.Merge(RealNode.json("{\"spec\":{\"replicas\":0}}"))));
                done(client.patch(
                        ApiResource.DEPLOYMENTS,
                        new ObjectName("default", "web"),
                        new Patch.Merge(RealNode.json("{\"spec\":{\"replicas\":0}}"))));
                pods.awaitNone(
                        "the end of those that run",
                        pod -> pod.at("/status/phase").asText().equals("Running"));
            }
        }
    }

    private static void workloads(ApiClient client, Observed pods, Kubectl kubectl)
            throws IOException, InterruptedException {
        var meta = "\"metadata\":{\"namespace\":\"default\",\"name\":\"%s\"}";
        done(client.create(
                ApiResource.CONFIG_MAPS,
                RealNode.json("{" + meta.formatted("page") + ",\"data\":{\"index.html\":\"hello\"}}")));
        done(client.create(
                ApiResource.DEPLOYMENTS,
                RealNode.json("{" + meta.formatted("web")
                        + ",\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"app\":\"web\"}},"
                        + "\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":"
                        + Specs.with(
                                Specs.pod(
                                        Specs.container(
                                                "c",
                                                "httpd -p 8080 -h /www; " + Specs.WAIT,
                                                Specs.both("100m 32Mi", "500m 64Mi"),
                                                ",\"volumeMounts\":[{\"name\":\"page\",\"mountPath\":\"/www\"}],\"readinessProbe\":{\"httpGet\":{\"path\":\"/\",\"port\":8080},\"periodSeconds\":1,\"timeoutSeconds\":30}")),
                                "\"volumes\":[{\"name\":\"page\",\"configMap\":{\"name\":\"page\"}}]")
                        + "}}}")));
        done(
                client.create(
                        ApiResource.STATEFUL_SETS,
                        RealNode.json(
                                "{" + meta.formatted("db")
                                        + ",\"spec\":{\"replicas\":1,\"serviceName\":\"db\",\"selector\":{\"matchLabels\":{\"app\":\"db\"}},"
                                        + "\"template\":{\"metadata\":{\"labels\":{\"app\":\"db\"}},\"spec\":"
                                        + Specs.pod(Specs.container(
                                                "c",
                                                "echo row >> /data/table; " + Specs.WAIT,
                                                Specs.NONE,
                                                ",\"volumeMounts\":[{\"name\":\"data\",\"mountPath\":\"/data\"}]"))
                                        + "},\"volumeClaimTemplates\":[{\"metadata\":{\"name\":\"data\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}]}}")));
        done(client.create(
                ApiResource.JOBS,
                RealNode.json("{" + meta.formatted("once") + ",\"spec\":{\"template\":{\"spec\":"
                        + Specs.with(
                                Specs.pod(Specs.container(
                                        "c",
                                        "cat /var/run/secrets/kubernetes.io/serviceaccount/namespace; exit 0",
                                        Specs.NONE,
                                        "")),
                                "\"restartPolicy\":\"Never\"")
                        + "}}}")));
        var web = pods.await(
                        "web is ready",
                        pod -> pod.at("/metadata/labels/app").asText().equals("web") && RealNode.isReady(pod))
                .at("/metadata/name")
                .asText();
        pods.await("db is ready", pod -> pod.at("/metadata/labels/app").asText().equals("db") && RealNode.isReady(pod));
        var once = pods.await(
                "once has ended",
                pod -> pod.at("/metadata/name").asText().startsWith("once-")
                        && pod.at("/status/phase").asText().equals("Succeeded"));
        assertThat(kubectl.run("logs", once.at("/metadata/name").asText())).isEqualTo("default");
        assertThat(kubectl.run(
                        "exec",
                        web,
                        "--",
                        "sh",
                        "-c",
                        "cat /www/index.html; echo; head -c 3 /var/run/secrets/kubernetes.io/serviceaccount/token"))
                .as("a token as the API signs them")
                .isEqualTo("hello\neyJ");
        assertThat(kubectl.run("exec", "db-0", "--", "cat", "/data/table")).isEqualTo("row");
        assertThat(kubectl.run("get", "--raw", "/api/v1/nodes/" + RealNode.NAME + "/proxy/configz"))
                .contains("\"maxPods\":37");

        kubectl.run(
                "patch",
                "pod",
                web,
                "--subresource",
                "resize",
                "-p",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"200m\"},\"limits\":{\"cpu\":\"700m\"}}}]}}");
        pods.await(
                "resized",
                pod -> pod.at("/metadata/name").asText().equals(web)
                        && pod.at("/status/containerStatuses/0/resources/limits/cpu")
                                .asText()
                                .equals("700m"));
        assertThat(kubectl.run("exec", web, "--", "cat", "/sys/fs/cgroup/cpu.max"))
                .isEqualTo("70000 100000");
    }
}
