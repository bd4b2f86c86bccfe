package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.access.ReviewedAccess;
import dev.plimsoll.runtime.http.ServingTls;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: session-rights, node-pages
/** Simulated nodes at an API server of this test: what they tell it, and what they serve. */
class NodeServiceTest {
    private final Server server = new Server();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final ApiClient client = server.client();
    private final ReportedDefects reporter = new ReportedDefects(errors::add, server.defects::add);
    private final NodeContext around =
            NodeContext.of(new ProgramContext(Time.system(), new Random(1), reporter), client);
    private final SimulatedNodes nodes = SimulatedNodes.start(
            new SimulatedNodes.Plan(
                    NodeShapes.of(
                            "node",
                            1,
                            MachineNotation.literal("1s1n8c1t,memory=32Gi"),
                            ResourceAmounts.EMPTY,
                            110,
                            FeatureGates.DEFAULT),
                    FeatureGates.DEFAULT,
                    null,
                    _ -> NodeCheckpoints.inMemory(),
                    new NodeDocument.Versions("v1.37.0", "simulated://0", "", "test", "boot")),
            around,
            reporter);

    @AfterEach
    void close() {
        assertThat(server.defects).isEmpty();
        nodes.close();
        around.close();
        server.close();
    }

    /** A pod that uses 250m and 100Mi, bound to the node and running. */
    private void runPod() throws IOException {
        var made = client.create(ApiResource.PODS, json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web","annotations":{
                "simulation.plimsoll.dev/cpu.c":"constant 250m","simulation.plimsoll.dev/memory.c":"constant 100Mi"}},
                "spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}}""")).done().orElseThrow();
        var version = made.at("/metadata/resourceVersion").asText();
        var atMost = Duration.ofMinutes(1);
        try (var events = client.watch(ApiResource.PODS, ObjectSelection.ALL, version, atMost)
                .done()
                .orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (event.get() instanceof WatchEvent.Modified(var pod)
                        && pod.at("/status/phase").asText().equals("Running")) return;
            }
        }
        throw new AssertionError("the pod does not run: " + errors);
    }

    @Test
    void kubectlTopShowsPodsAndNodes(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        runPod();
        var agent = nodes.agents().get("node-0");
        assertThat(agent).isNotNull();
        var feed = new UsageFeed(client, List.of(agent), Time.system(), errors::add);
        assertThat(feed.tell(agent)).as("%s", errors).isEqualTo(UsageFeed.Reception.TAKEN);
        assertThat(kubectl(folder, "top", "pods")).containsPattern("web +250m +100Mi");
        assertThat(kubectl(folder, "top", "pods", "--containers")).containsPattern("web +c +250m +100Mi");
        assertThat(kubectl(folder, "top", "nodes")).containsPattern("node-0 +250m +3% +100Mi +0%");
    }

    private String kubectl(Path folder, String... arguments) throws Exception {
        var config = Files.writeString(folder.resolve("config"), server.server.kubeconfig("admin", Server.TOKEN));
        var output = folder.resolve("output");
        var builder = new ProcessBuilder(Stream.concat(Stream.of("kubectl"), Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("KUBECONFIG", config.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("kubectl did not end");
        }
        return Files.readString(output);
    }

    @Test
    void theNodeServesThoseWhomTheApiAllows() throws Exception {
        runPod();
        var authority = server.server.pki().authority();
        var own = authority.server("node", List.of(), List.of(InetAddress.getLoopbackAddress()), Instant.now());
        var tls = ServingTls.of(
                own.key(), List.of(own.certificate(), authority.certificate()), List.of(authority.certificate()));
        var content = new NodeServer.Content(
                nodes.agents(),
                client,
                around.metrics().registry(),
                KubeletConfiguration.of(FeatureGates.DEFAULT, null, EvictionHard.DEFAULT, 110),
                true,
                Instant::now);
        try (var served = NodeServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        tls,
                        ReviewedAccess.ofNode(client, Instant::now),
                        NodeServer.Scope.ALL,
                        content);
                var stranger = http(authority, null);
                var admin = http(authority, authority.client("root", List.of(User.MASTERS), Instant.now()));
                var nobody = http(authority, authority.client("nobody", List.of(), Instant.now()))) {
            assertThat(get(stranger, served, "/pods", "").statusCode()).isEqualTo(401);
            assertThat(get(stranger, served, "/pods", "wrong").statusCode()).isEqualTo(401);
            assertThat(get(stranger, served, "/pods", Server.TOKEN).body()).contains("\"name\":\"web\"");
            assertThat(get(admin, served, "/metrics", "").body())
                    .contains("kubelet_running_pods 1.0\n", "kubelet_node_name{node=\"node-0\"} 1.0\n");
            var refused = get(nobody, served, "/stats/summary", "");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body())
                    .isEqualTo("Forbidden (user=nobody, verb=get, resource=nodes, subresource(s)=[stats])");
        }
    }

    private static HttpClient http(Authority authority, Authority.Identity identity) throws Exception {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authority.trustStore());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        if (identity != null) keys.init(authority.keyStore(identity, "p"), "p".toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(identity == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static HttpResponse<String> get(HttpClient http, NodeServer served, String path, String token)
            throws Exception {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + served.port() + path));
        if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
