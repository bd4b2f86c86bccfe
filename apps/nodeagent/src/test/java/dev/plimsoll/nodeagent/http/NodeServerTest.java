package dev.plimsoll.nodeagent.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.testing.Calls;
import dev.plimsoll.nodeagent.testing.OneNode;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.access.ReviewedAccess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: node-pages, allocated-pods
/** Pages and permissions, over plain HTTP. */
// Acceptance of KEP-1287: metric-runtime
class NodeServerTest {
    private static final PodSpec SPEC = PodSpec.builder()
            .podLevel("cpu=1,memory=256Mi", "cpu=1,memory=512Mi")
            .container("c1", "memory=64Mi", "")
            .build();

    private final OneNode node = new OneNode("cpu=4,memory=8Gi,pods=10");
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void aPodRuns() {
        node.run("web", SPEC, "cpu.c1", "constant 250m", "memory.c1", "constant 100Mi", "cache.c1", "28Mi");
        node.pass(Duration.ofSeconds(8));
    }

    @AfterEach
    void close() {
        http.close();
        node.close();
    }

    private NodeServer serve(Access access, NodeServer.Scope scope, Map<String, NodeAgent> nodes) throws Exception {
        return NodeServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                null,
                access,
                scope,
                new NodeServer.Content(
                        nodes,
                        node.client,
                        node.metrics.registry(),
                        KubeletConfiguration.of(FeatureGates.DEFAULT, null, EvictionHard.DEFAULT, 10),
                        true,
                        node.time::instant));
    }

    private NodeServer serve() throws Exception {
        return serve(Access.OPEN, NodeServer.Scope.ALL, Map.of(OneNode.NAME, node.agent));
    }

    private HttpResponse<String> get(NodeServer server, String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        if (headers.length > 0) request.headers(headers);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static com.fasterxml.jackson.databind.node.ObjectNode json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return ClientJson.read(response.body().getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @Test
    void theSummarySaysWhatNodePodAndContainerUse() throws Exception {
        try (var server = serve()) {
            var summary = json(get(server, "/stats/summary?only_cpu_and_memory=true"));
            assertThat(summary.at("/node/nodeName").asText()).isEqualTo(OneNode.NAME);
            assertThat(summary.at("/node/memory/workingSetBytes").asLong()).isEqualTo(100L << 20);
            var pod = summary.at("/pods/0");
            assertThat(pod.at("/podRef/name").asText()).isEqualTo("web");
            assertThat(pod.at("/cpu/usageNanoCores").asLong()).isEqualTo(250_000_000);
            assertThat(pod.at("/cpu/usageCoreNanoSeconds").asLong()).isEqualTo(2_000_000_000);
            assertThat(pod.at("/memory/usageBytes").asLong()).isEqualTo(128L << 20);
            assertThat(pod.at("/memory/availableBytes").asLong()).isEqualTo(412L << 20);
            assertThat(pod.at("/containers/0/name").asText()).isEqualTo("c1");
        }
    }

    @Test
    void metricsHaveTheirKubernetesNames() throws Exception {
        try (var server = serve()) {
            assertThat(get(server, "/metrics").body())
                    .contains("kubelet_runtime_operations_total{operation_type=\"start_container\"} 1.0\n")
                    .contains("kubelet_cgroup_manager_duration_seconds_count{operation_type=\"create\"} 1\n")
                    .contains("kubelet_pod_start_duration_seconds_count 1\n")
                    .contains("process_cpu_seconds_total");
            assertThat(get(server, "/metrics/resource").body())
                    .contains("node_cpu_usage_seconds_total 2.0\n")
                    .contains("pod_memory_working_set_bytes{namespace=\"default\",pod=\"web\"} 1.048576E8\n")
                    .contains(
                            "container_cpu_usage_seconds_total{container=\"c1\",namespace=\"default\",pod=\"web\"} 2.0\n")
                    .contains("resource_scrape_error 0.0\n");
            assertThat(get(server, "/metrics/cadvisor").body())
                    .contains(
                            "container_memory_cache{container=\"c1\",namespace=\"default\",pod=\"web\"} 2.9360128E7\n")
                    .contains(
                            "container_spec_memory_limit_bytes{container=\"\",namespace=\"default\",pod=\"web\"} 5.36870912E8\n");
        }
    }

    @Test
    void podsAreDesiredRunningAndAllocated() throws Exception {
        node.calls.answering(request -> Calls.answer(200, """
                {"kind":"PodList","items":[{"metadata":{"name":"web","namespace":"default","uid":"uid-web"},
                "spec":{"resources":{"requests":{"memory":"1Gi"}},"containers":[{"name":"c1"}]},"status":{"phase":"Running"}},
                {"metadata":{"name":"other","namespace":"default","uid":"unknown"},"spec":{"containers":[]}}]}"""));
        try (var server = serve()) {
            var pods = json(get(server, "/pods"));
            assertThat(pods.path("items")).hasSize(2);
            assertThat(pods.at("/items/0/spec/resources/requests/memory").asText())
                    .isEqualTo("1Gi");
            assertThat(node.calls.lines()).last().asString().contains("fieldSelector=spec.nodeName%3Dnode-0");
            var allocated = json(get(server, "/allocatedPods"));
            assertThat(allocated.path("items")).hasSize(1);
            assertThat(json(get(server, "/allocatedPods/default/web"))
                            .at("/spec/resources/requests/memory")
                            .asText())
                    .isEqualTo("256Mi");
            assertThat(get(server, "/allocatedPods/default/none").statusCode()).isEqualTo(404);
            var actuated = json(get(server, "/actuatedPods/default/web"));
            assertThat(actuated.at("/metadata/uid").asText()).isEqualTo("uid-web");
            assertThat(actuated.at("/pod/allocated/requests/memory").asText()).isEqualTo("256Mi");
            assertThat(actuated.at("/containers/0/name").asText()).isEqualTo("c1");
            assertThat(actuated.at("/pod/cgroup/memory.max").asText()).isNotEmpty();
            assertThat(get(server, "/actuatedPods/default/none").statusCode()).isEqualTo(404);
            assertThat(get(server, "/actuatedPods").statusCode()).isEqualTo(404);
            var running = json(get(server, "/runningpods/"));
            assertThat(running.at("/items/0/spec/containers/0/name").asText()).isEqualTo("c1");
        }
    }

    @Test
    void theRestIsHealthConfigurationAndAClearNo() throws Exception {
        try (var server = serve()) {
            assertThat(get(server, "/healthz").body()).isEqualTo("ok");
            assertThat(json(get(server, "/configz"))
                            .at("/kubeletconfig/evictionHard/memory.available")
                            .asText())
                    .isEqualTo("100Mi");
            assertThat(get(server, "/containerLogs/default/web/c1").body()).startsWith("started ");
            assertThat(get(server, "/containerLogs/default/web/none").statusCode())
                    .isEqualTo(404);
            assertThat(get(server, "/containerLogs/default/none/c1").body()).isEqualTo("pod \"none\" does not exist\n");
            assertThat(get(server, "/exec/default/web/c1"))
                    .satisfies(response -> assertThat(response.statusCode()).isEqualTo(400))
                    .satisfies(response -> assertThat(response.body())
                            .startsWith("you must specify at least 1 of stdin, stdout, stderr"));
            assertThat(get(server, "/exec/default/web/c1?output=1&command=true").body())
                    .startsWith("unable to upgrade: missing upgrade headers in request");
            assertThat(get(server, "/checkpoint/default/web/c1").statusCode()).isEqualTo(501);
            assertThat(get(server, "/nothing").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void severalNodesHavePagesOfTheirOwn() throws Exception {
        try (var other = new OneNode("cpu=1,memory=1Gi,pods=1");
                var server =
                        serve(Access.OPEN, NodeServer.Scope.ALL, Map.of("node-0", node.agent, "node-1", other.agent))) {
            assertThat(get(server, "/healthz").body()).isEqualTo("ok");
            assertThat(get(server, "/metrics").statusCode()).isEqualTo(200);
            assertThat(json(get(server, "/nodes/node-0/stats/summary")).path("pods"))
                    .hasSize(1);
            assertThat(json(get(server, "/nodes/node-1/stats/summary")).path("pods"))
                    .isEmpty();
            assertThat(get(server, "/stats/summary").body()).contains("/nodes/NAME");
            assertThat(get(server, "/nodes/node-2/healthz").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aReadOnlyPortHasNoConfigurationAndAHealthPortNothingElse() throws Exception {
        var nodes = Map.of(OneNode.NAME, node.agent);
        try (var readOnly = serve(Access.OPEN, NodeServer.Scope.READ_ONLY, nodes);
                var health = serve(Access.OPEN, NodeServer.Scope.HEALTH, nodes)) {
            assertThat(get(readOnly, "/stats/summary").statusCode()).isEqualTo(200);
            assertThat(get(readOnly, "/configz").statusCode()).isEqualTo(404);
            assertThat(get(health, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(health, "/metrics").statusCode()).isEqualTo(404);
        }
    }

    /** Token "good" is ann's, who may see metrics; "proxy" is bob's, who may see whatever needs nodes/proxy. */
    private void reviews() {
        node.calls.answering(request -> {
            var spec = ClientJson.read(request.body()).orElseThrow().path("spec");
            if (request.target().endsWith("tokenreviews")) {
                var user = switch (spec.path("token").asText()) {
                    case "good" -> "ann";
                    case "proxy" -> "bob";
                    default -> "";
                };
                return Calls.answer(
                        201,
                        user.isEmpty()
                                ? "{\"status\":{\"error\":\"invalid bearer token\"}}"
                                : "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\"" + user + "\"}}}");
            }
            var subresource = spec.at("/resourceAttributes/subresource").asText();
            var wanted = spec.path("user").asText().equals("ann") ? "metrics" : "proxy";
            return Calls.answer(201, "{\"status\":{\"allowed\":" + subresource.equals(wanted) + "}}");
        });
    }

    @Test
    void theApiSaysWhoMayHaveWhatAndIsAskedOnce() throws Exception {
        reviews();
        var access = ReviewedAccess.ofNode(node.client, node.time::instant);
        try (var server = serve(access, NodeServer.Scope.ALL, Map.of(OneNode.NAME, node.agent))) {
            assertThat(get(server, "/metrics").statusCode()).isEqualTo(401);
            assertThat(get(server, "/metrics", "Authorization", "Bearer bad").statusCode())
                    .isEqualTo(401);
            var before = node.calls.lines().size();
            for (var i = 0; i < 3; i++)
                assertThat(get(server, "/metrics", "Authorization", "Bearer good")
                                .statusCode())
                        .isEqualTo(200);
            assertThat(node.calls.lines()).hasSize(before + 2);
            assertThat(get(server, "/configz", "Authorization", "Bearer good"))
                    .satisfies(response -> assertThat(response.statusCode()).isEqualTo(403))
                    .satisfies(response -> assertThat(response.body())
                            .isEqualTo(
                                    "Forbidden (user=ann, verb=get, resource=nodes, subresource(s)=[configz proxy])"));
            assertThat(get(server, "/configz", "Authorization", "Bearer proxy").statusCode())
                    .isEqualTo(200);
            assertThat(get(server, "/metrics", "Authorization", "Bearer proxy").statusCode())
                    .isEqualTo(403);

            node.time.sleep(Duration.ofMinutes(10));
            node.calls.answering(_ -> Calls.answer(500, "{}"));
            assertThat(get(server, "/metrics", "Authorization", "Bearer good").statusCode())
                    .isEqualTo(500);
        }
    }
}
