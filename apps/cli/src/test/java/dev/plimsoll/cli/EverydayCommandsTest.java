package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resize with a look ahead, all pods of a workload, why a pod is not well, and who holds what of a node. */
// Acceptance of the command line: explain-node, why, resize
@Timeout(300)
class EverydayCommandsTest extends CommandLineTest {
    @TempDir
    private Path folder;

    private static void made(ApiClient client, ApiResource resource, String text) {
        var object = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(client.create(resource, object).problem()).isEmpty();
    }

    private static void pod(ApiClient client, String name, String cpu) {
        made(client, ApiResource.PODS, """
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"containers":[{"name":"c","image":"i",
                "resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(name, cpu));
    }

    private static boolean is(ObjectNode pod, String name, String phase) {
        return pod.at("/metadata/name").asText().startsWith(name)
                && pod.at("/status/phase").asText().equals(phase);
    }

    @Test
    void aDayAtANode() throws Exception {
        var nodes = List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n8c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                    .toString();
            pod(client, "grower", "1");
            pod(client, "neighbour", "5");
            for (var name : List.of("grower", "neighbour"))
                pods.await(name + " runs", each -> is(each, name, "Running"));

            var done = run("resize", "pod/grower", "--cpu", "2", "--dry-run=server", "--kubeconfig", config);
            assertThat(done.exit()).as(done.errors()).isZero();
            assertThat(done.out()).contains("on node-0 it would be done");
            var deferred = run("resize", "pod/grower", "--cpu", "5", "--dry-run=server", "--kubeconfig", config);
            assertThat(deferred.exit()).isEqualTo(1);
            assertThat(deferred.out())
                    .contains("on node-0 it would be deferred")
                    .contains("Missing: cpu 2, held by default/neighbour 5");
            assertThat(run("resize", "po/grower", "--cpu", "100", "--dry-run", "server", "--kubeconfig", config)
                            .errors())
                    .contains("node didn't have enough allocatable resources");
            assertThat(run("why", "grower", "--kubeconfig", config).out()).contains("All is well.");

            var resize = run("resize", "pod", "grower", "--cpu", "5", "--kubeconfig", config);
            assertThat(resize.exit()).as(resize.errors()).isEqualTo(1);
            assertThat(resize.out().lines().reduce("", (_, line) -> line))
                    .as("the dry run foretold it")
                    .contains("Missing: cpu 2");
            var why = run("why", "pod/grower", "--kubeconfig", config);
            assertThat(why.exit()).isEqualTo(1);
            assertThat(why.out())
                    .startsWith("pod/grower   Running on node-0\n  Its resize waits for room: ")
                    .contains("-> plimsoll explain pod/grower")
                    .contains("ResizeDeferred");

            var node = run("explain", "node/node-0", "--kubeconfig", config);
            assertThat(node.exit()).as(node.errors()).isZero();
            assertThat(node.out())
                    .contains("Ready is True")
                    .containsPattern("cpu +8 +8 +6 +2\n")
                    .containsPattern("default/neighbour +Running +5 +0 +shared +-\n")
                    .containsPattern("default/grower +Running +1 +0 +shared +Deferred: ");
            var document = new ObjectMapper()
                    .readTree(run("explain", "node", "node-0", "-o", "json", "--kubeconfig", config)
                            .out());
            assertThat(document.at("/resources/cpu/free").textValue()).isEqualTo("2");
            assertThat(document.at("/pods/0/held/cpu").textValue()).isEqualTo("5");
            assertThat(run("explain", "node/other", "--kubeconfig", config).errors())
                    .contains("\"other\" not found");

            pod(client, "huge", "50");
            pods.await(
                    "huge waits",
                    each -> is(each, "huge", "Pending") && each.toString().contains("Insufficient cpu"));
            assertThat(run("why", "huge", "--kubeconfig", config).out())
                    .contains("pod/huge   Pending\n  No node takes it: 0/1 nodes are available: 1 Insufficient cpu");
            // Until then the scheduler keeps what it desires for it.
            assertThat(run("resize", "pod/grower", "--cpu", "1", "--kubeconfig", config)
                            .exit())
                    .isZero();
            workload(client, pods, config);
        }
    }

    private static void workload(ApiClient client, Observed pods, String config) throws Exception {
        made(client, ApiResource.DEPLOYMENTS, """
                {"metadata":{"namespace":"default","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
                "template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"i",
                "resources":{"requests":{"cpu":"100m"}}}]}}}}""");
        pods.awaitAll(
                "two pods of web run",
                all -> all.stream().filter(each -> is(each, "web-", "Running")).count() == 2);
        var all = run("resize", "deployment/web", "--cpu", "200m", "--kubeconfig", config);
        assertThat(all.exit()).as(all.errors() + all.out()).isZero();
        assertThat(all.out())
                .containsPattern("(?s)pod/web-\\S+\n.*done .*pod/web-\\S+\n.*done ")
                .contains("2 pods are resized; the template of deployment web is as it was");
        assertThat(run("resize", "service/web", "--cpu", "1", "--kubeconfig", config)
                        .errors())
                .contains("service: only pods and the pods of a deployment");
        assertThat(run("resize", "deployment/none", "--cpu", "1", "--kubeconfig", config)
                        .errors())
                .contains("\"none\" not found");
        assertThat(run("why", "web", "--kubeconfig", config).errors())
                .contains("there is a Deployment of this name: plimsoll why deployment/web");
        quotasAndAutoscalers(client, pods, config);
        var why = run("why", "deployment/web", "--kubeconfig", config).out();
        assertThat(why).startsWith("deployment/web\n").contains("SuccessfulCreate");
    }

    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");

    private static void quotasAndAutoscalers(ApiClient client, Observed pods, String config) throws Exception {
        made(client, ApiResource.NAMESPACES, """
                {"metadata":{"name":"tight"}}""");
        made(client, QUOTAS, """
                {"metadata":{"namespace":"tight","name":"two"},"spec":{"hard":{"pods":"2"}}}""");
        made(client, ApiResource.DEPLOYMENTS, """
                {"metadata":{"namespace":"tight","name":"wide"},"spec":{"replicas":3,"selector":{"matchLabels":{"app":"wide"}},
                "template":{"metadata":{"labels":{"app":"wide"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        made(client, ApiResource.HORIZONTAL_POD_AUTOSCALERS, """
                {"metadata":{"namespace":"tight","name":"wide"},"spec":{"minReplicas":3,"maxReplicas":5,
                "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"wide"},"metrics":[{"type":"Resource",
                "resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":50}}}]}}""");
        pods.awaitAll(
                "two pods of wide run",
                all -> all.stream().filter(each -> is(each, "wide-", "Running")).count() == 2);
        try (var autoscalers = new Observed(client, ApiResource.HORIZONTAL_POD_AUTOSCALERS)) {
            autoscalers.await(
                    "the autoscaler says that it lacks requests",
                    each -> each.toString().contains("\"ScalingActive\""));
        }
        var why = run("why", "deployment/wide", "-n", "tight", "--kubeconfig", config);
        assertThat(why.exit()).isEqualTo(1);
        assertThat(why.out())
                .contains("resourcequota/two\n  It is used up: pods 2 of 2\n")
                .contains("horizontalpodautoscaler/wide\n  It does not scale: ");
    }
}
