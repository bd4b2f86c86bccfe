package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRulesFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Helm installs the chart into a cluster with nodes, in a namespace where Pod Security enforces {@code restricted}. Containers of simulated nodes run nothing, so that the
 * work of the jobs is done here: the command of the job, with the rights of the job's account.
 */
// Acceptance of the autoscaler: chart
@Timeout(300)
class ChartOnClusterTest extends CommandLineTest {
    private static final String NAMESPACE = "autoscaling";
    private static final String RULES = """
            apiVersion: plimsoll.dev/v1
            kind: ContainerRules
            rules:
            - name: jobs of the chart end well
              match: {labels: {app: vpa-certificates}}
              duration: 100ms
              exitCode: 0
            - name: so does the one of the definitions
              match: {labels: {app: vpa-definitions}}
              duration: 100ms
              exitCode: 0
            """;

    @TempDir
    private Path folder;

    private static Helm helm() {
        try {
            Helm.version().call();
        } catch (LinkageError | IllegalStateException e) {
            assumeTrue(false, "Helm's library does not run on this machine: " + e);
        }
        return new Helm(ROOT.resolve("deploy/helm/plimsoll-autoscaler"));
    }

    private static ClusterPlan plan() {
        var problems = new ArrayList<String>();
        var rules = ContainerRulesFile.read("rules", RULES, problems);
        assertThat(problems).isEmpty();
        var nodes = List.of(NodeGroup.of("node", 3, MachineNotation.literal("1s1n8c1t,memory=16Gi")));
        return ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0).withContainerRules(rules);
    }

    private static void made(ApiClient client, ApiResource resource, String text) {
        var object = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(client.create(resource, object).problem()).isEmpty();
    }

    private static boolean isReady(ObjectNode pod) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private static long ready(Iterable<ObjectNode> pods, String argument) {
        var count = 0L;
        for (var pod : pods) {
            var args = pod.at("/spec/containers/0/args");
            if (pod.at("/metadata/labels/app").asText().startsWith("vpa-") && isReady(pod) && has(args, argument))
                count++;
        }
        return count;
    }

    private static boolean has(JsonNode args, String argument) {
        for (var each : args) if (each.asText().equals(argument)) return true;
        return argument.isEmpty();
    }

    @Test
    void theChartRunsWherePodSecurityIsRestricted() throws Exception {
        var helm = helm();
        try (var cluster = Cluster.start(plan(), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            var namespaces = ApiResource.clustered("", "v1", "namespaces", "Namespace");
            made(client, namespaces, """
                    {"metadata":{"name":"autoscaling","labels":{"pod-security.kubernetes.io/enforce":"restricted",
                    "pod-security.kubernetes.io/enforce-version":"latest"}}}""");
            var refused = ClientJson.read("""
                    {"metadata":{"namespace":"autoscaling","name":"root"},"spec":{"containers":[{"name":"c","image":"i"}]}}""".getBytes(StandardCharsets.UTF_8)).orElseThrow();
            assertThat(client.create(ApiResource.PODS, refused).problem()).contains("violates PodSecurity");

            var installed = helm.install()
                    .withName("vpa")
                    .withNamespace(NAMESPACE)
                    .withKubeConfigContents(cluster.kubeconfig())
                    .call();
            assertThat(installed.getStatus()).isEqualTo("deployed");
            certificates(cluster);
            pods.awaitAll("all six pods are ready", all -> ready(all, "") == 6);

            var upgraded = helm.upgrade()
                    .withName("vpa")
                    .withNamespace(NAMESPACE)
                    .withKubeConfigContents(cluster.kubeconfig())
                    .set("podLevelResources", "true")
                    .call();
            assertThat(upgraded.getRevision()).isEqualTo("2");
            pods.awaitAll(
                    "six pods with the gate are ready, and no other",
                    all -> ready(all, "--feature-gates=PodLevelResources=true") == 6 && ready(all, "") == 6);

            Helm.uninstall("vpa")
                    .withNamespace(NAMESPACE)
                    .withKubeConfigContents(cluster.kubeconfig())
                    .call();
            pods.awaitNone("pods of the release", pod -> ready(List.of(pod), "") > 0);
            assertThat(client.get(secrets(), new ObjectName(NAMESPACE, "vpa-tls-certs"))
                            .done())
                    .as("the secret is not part of the release")
                    .isPresent();
        }
    }

    private static ApiResource secrets() {
        return ApiResource.namespaced("", "v1", "secrets", "Secret");
    }

    /** What the job of the chart does, as the account of the job. */
    private void certificates(Cluster cluster) throws Exception {
        var client = cluster.client();
        var schedule = client.get(
                        ApiResource.namespaced("batch", "v1", "cronjobs", "CronJob"),
                        new ObjectName(NAMESPACE, "vpa-certificates"))
                .done()
                .orElseThrow();
        var template = schedule.at("/spec/jobTemplate/spec/template/spec");
        var account = template.path("serviceAccountName").asText();
        var token = client.create(
                        ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount")
                                .sub("token"),
                        new ObjectName(NAMESPACE, account),
                        ClientJson.read(
                                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}"
                                                .getBytes(StandardCharsets.UTF_8))
                                .orElseThrow())
                .done()
                .orElseThrow()
                .at("/status/token")
                .asText();
        var config = (ObjectNode) new ObjectMapper().readTree(json(cluster.kubeconfig()));
        var user = (ObjectNode) config.at("/users/0/user");
        user.removeAll();
        user.put("token", token);
        var file =
                Files.writeString(folder.resolve("job.conf"), config.toString()).toString();
        var arguments = new ArrayList<String>();
        for (var argument : template.at("/containers/0/args")) arguments.add(argument.asText());
        arguments.add("--kubeconfig=" + file);
        var made = run(arguments.toArray(String[]::new));
        assertThat(made.exit()).as(made.errors()).isZero();
        assertThat(made.out()).contains("made for vpa-webhook.autoscaling.svc");
        var again = run(arguments.toArray(String[]::new));
        assertThat(again.out()).as(again.errors()).contains("good for vpa-webhook.autoscaling.svc until ");
        var before = client.get(secrets(), new ObjectName(NAMESPACE, "vpa-tls-certs"))
                .done()
                .orElseThrow();
        arguments.add("--service=other");
        assertThat(run(arguments.stream()
                                .filter(each -> !each.equals("--service=vpa-webhook"))
                                .toArray(String[]::new))
                        .out())
                .contains("renewed by the same authority for other.autoscaling.svc");
        var after = client.get(secrets(), new ObjectName(NAMESPACE, "vpa-tls-certs"))
                .done()
                .orElseThrow();
        assertThat(after.at("/data/caCert.pem")).isEqualTo(before.at("/data/caCert.pem"));
        assertThat(after.at("/data/serverCert.pem")).isNotEqualTo(before.at("/data/serverCert.pem"));
        arguments.removeLast();
        assertThat(run(arguments.toArray(String[]::new)).out()).contains("for vpa-webhook.autoscaling.svc");
        var elsewhere = new ArrayList<>(arguments);
        elsewhere.replaceAll(argument -> argument.startsWith("--namespace=") ? "--namespace=kube-system" : argument);
        assertThat(run(elsewhere.toArray(String[]::new)).errors())
                .as("the account has no other rights")
                .contains("forbidden");
        definitions(cluster);
    }

    /** What the job before an upgrade does. */
    private void definitions(Cluster cluster) throws Exception {
        var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                .toString();
        var file =
                ROOT.resolve("deploy/helm/plimsoll-autoscaler/crds/crds.yaml").toString();
        var applied = run("autoscaler", "definitions", "--filename=" + file, "--kubeconfig", config);
        assertThat(applied.exit()).as(applied.errors()).isZero();
        assertThat(applied.out())
                .contains("customresourcedefinition verticalpodautoscalers.autoscaling.k8s.io applied");
    }

    private static String json(String kubeconfig) throws Exception {
        var settings = LoadSettings.builder().build();
        return new ObjectMapper().writeValueAsString(new Load(settings).loadFromString(kubeconfig));
    }
}
