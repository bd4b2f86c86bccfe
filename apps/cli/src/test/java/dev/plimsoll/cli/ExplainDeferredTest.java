package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
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

/** A whole cluster of two tenants: {@code explain} names the pods that a deferred resize waits for to those who may see them. */
@Timeout(120)
class ExplainDeferredTest extends CommandLineTest {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");
    private static final ApiResource ROLES = ApiResource.namespaced(RBAC, "v1", "roles", "Role");
    private static final ApiResource BINDINGS = ApiResource.namespaced(RBAC, "v1", "rolebindings", "RoleBinding");

    @TempDir
    private Path folder;

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static void made(ApiClient client, ApiResource resource, String text) {
        assertThat(client.create(resource, json(text)).problem()).isEmpty();
    }

    private static void pod(ApiClient client, String namespace, String name, String cpu) {
        made(client, ApiResource.PODS, """
                {"metadata":{"namespace":"%s","name":"%s"},"spec":{"containers":[{"name":"c","image":"i",\
                "resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(namespace, name, cpu));
    }

    private static boolean isPod(ObjectNode pod, String name) {
        return pod.at("/metadata/name").asText().equals(name);
    }

    /** Somebody who may read pods of one namespace and nothing else. */
    private static String limitedToken(ApiClient client) {
        made(client, ACCOUNTS, "{\"metadata\":{\"namespace\":\"alpha\",\"name\":\"reader\"}}");
        made(client, ROLES, """
                {"metadata":{"namespace":"alpha","name":"reader"},\
                "rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get","list"]}]}""");
        made(client, BINDINGS, """
                {"metadata":{"namespace":"alpha","name":"reader"},\
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"reader"},\
                "subjects":[{"kind":"ServiceAccount","namespace":"alpha","name":"reader"}]}""");
        return client.create(ACCOUNTS.sub("token"), new ObjectName("alpha", "reader"), json("{\"spec\":{}}"))
                .done()
                .orElseThrow()
                .at("/status/token")
                .asText();
    }

    private String file(String name, String content) throws Exception {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    @Test
    void namesAreForThoseWhoMaySeeThem() throws Exception {
        var nodes = List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n8c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            for (var tenant : List.of("alpha", "beta"))
                made(client, ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"" + tenant + "\"}}");
            pod(client, "alpha", "web", "1");
            pod(client, "alpha", "cache", "500m");
            pod(client, "beta", "secret-one", "2");
            pod(client, "beta", "secret-two", "1500m");
            for (var name : List.of("web", "cache", "secret-one", "secret-two"))
                pods.await(
                        name + " runs",
                        pod -> isPod(pod, name)
                                && pod.at("/status/phase").asText().equals("Running"));
            var wanted = json("""
                    {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"6"}}}]}}""");
            assertThat(client.patch(
                                    ApiResource.PODS.sub("resize"),
                                    new ObjectName("alpha", "web"),
                                    new Patch.Strategic(wanted))
                            .problem())
                    .isEmpty();
            var waiting = pods.await(
                    "web waits", pod -> isPod(pod, "web") && pod.toString().contains("held by 3 other pods"));
            assertThat(waiting.toString()).doesNotContain("secret-");

            var admin = file("admin.conf", cluster.kubeconfig());
            var all = run("explain", "pod", "web", "-n", "alpha", "--kubeconfig", admin);
            assertThat(all.errors()).isEmpty();
            assertThat(all.out().lines().map(String::strip).map(line -> line.replaceAll(" +", " ")))
                    .contains(
                            "RESIZE WAITS FOR HELD ON node-0 BY AMOUNT",
                            "cpu 2 beta/secret-one 2",
                            "beta/secret-two 1500m",
                            "alpha/cache 500m");

            var reader = file(
                    "reader.conf", cluster.kubeconfig().replaceAll("token: \\S+", "token: " + limitedToken(client)));
            var some = run("explain", "pod", "web", "-n", "alpha", "--kubeconfig", reader);
            assertThat(some.out() + some.errors()).doesNotContain("secret");
            assertThat(some.out().lines().map(String::strip).map(line -> line.replaceAll(" +", " ")))
                    .contains("cpu 2 alpha/cache 500m", "2 pods that you may not see");

            var document = new ObjectMapper()
                    .readTree(run("explain", "pod", "web", "-n", "alpha", "-o", "json", "--kubeconfig", reader)
                            .out());
            var missing = document.at("/items/0/deferredResize/missing/0");
            assertThat(missing.path("resource").asText()).isEqualTo("cpu");
            assertThat(missing.path("hiddenHolders").asInt()).isEqualTo(2);
            assertThat(missing.at("/largestHolders/0/name").asText()).isEqualTo("cache");
        }
    }
}
