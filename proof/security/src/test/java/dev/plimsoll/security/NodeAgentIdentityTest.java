package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: node-rights
/** Our own agent with a certificate of a node and nothing else: all that it does is what a node may do. */
class NodeAgentIdentityTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String METRICS = "/apis/metrics.k8s.io/v1beta1";

    @Test
    void anAgentLivesWithWhatANodeMayDo() throws Exception {
        var complaints = new Complaints();
        try (var server = new SecureServer()) {
            var admin = server.admin();
            // It was there before, with what an admin decided about it.
            admin.post("/api/v1/nodes", """
                    {"metadata":{"name":"node-0","labels":{"node-role.kubernetes.io/trusted":""}},
                     "spec":{"taints":[{"key":"a","effect":"NoSchedule"}]}}""");
            if (!(Connections.fromText(kubeconfig(server)) instanceof Configured.Ready ready))
                throw new AssertionError("a kubeconfig with a certificate");
            try (var transport = ready.transport()) {
                var time = Time.system();
                var client = ApiClient.over(transport, "kubelet/test", TokenBucket.unlimited(time), time);
                try (var around = NodeContext.of(new ProgramContext(time, new Random(1), complaints), client);
                        var nodes = SimulatedNodes.start(List.of(plan()), around, complaints, Duration.ofMillis(100))) {
                    assertThat(nodes.agents()).containsOnlyKeys("node-0");
                    lives(admin);
                }
            }
            assertThat(complaints.texts).isEmpty();
            assertThat(server.defects()).isEmpty();
        }
    }

    private static void lives(SecureServer.Client admin) {
        until(admin, "/api/v1/nodes/node-0", node -> node.contains("kubelet is posting ready status"));
        until(
                admin,
                "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-0",
                lease -> lease.contains("renewTime"));
        var made = admin.post(PODS, """
                {"metadata":{"name":"p"},"spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i",
                 "resources":{"requests":{"cpu":"100m"}}}]}}""");
        assertThat(made.status()).isEqualTo(201);
        until(admin, PODS + "/p", pod -> pod.contains("\"phase\":\"Running\""));
        until(admin, METRICS + "/nodes/node-0", use -> use.contains("\"usage\""));
        until(admin, METRICS + "/namespaces/default/pods/p", use -> use.contains("\"containers\""));
        admin.post(PODS, """
                {"metadata":{"name":"big"},"spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i",
                 "resources":{"requests":{"cpu":"100"}}}]}}""");
        until(admin, PODS + "/big", pod -> pod.contains("OutOfcpu"));
        until(admin, "/api/v1/namespaces/default/events", events -> events.contains("\"host\":\"node-0\""));
        assertThat(admin.get("/api/v1/nodes/node-0").text()).contains("node-role.kubernetes.io/trusted", "taints");
        assertThat(admin.delete(PODS + "/big").status()).isEqualTo(200);
        assertThat(admin.delete(PODS + "/p").status()).isEqualTo(200);
        until(admin, PODS, pods -> pods.contains("\"items\":[]"));
        until(admin, METRICS + "/namespaces/default/pods", pods -> pods.contains("\"items\":[]"));
    }

    private static void until(SecureServer.Client admin, String path, Predicate<String> wanted) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < end) {
            if (wanted.test(admin.get(path).text())) return;
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new AssertionError(path + ": " + admin.get(path).text());
    }

    private static SimulatedNodes.Plan plan() {
        var machine = MachineNotation.literal("1s1n4c1t,memory=8Gi");
        return new SimulatedNodes.Plan(
                NodeShapes.of("node", 1, machine, ResourceAmounts.EMPTY, 110, FeatureGates.DEFAULT),
                FeatureGates.DEFAULT,
                null,
                _ -> NodeCheckpoints.inMemory(),
                new NodeDocument.Versions("v1.37.0", "simulated://0", "", "", "boot"));
    }

    private static String kubeconfig(SecureServer server) {
        var authority = server.server().pki().authority();
        var identity = authority.client("system:node:node-0", List.of("system:nodes"), Instant.now());
        return """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                users: [{name: u, user: {client-certificate-data: "%s", client-key-data: "%s"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """.formatted(
                        server.server().url(),
                        encoded(Pem.of(authority.certificate())),
                        encoded(Pem.of(identity.certificate())),
                        encoded(Pem.of(identity.key())));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Remembers everything that went wrong. */
    private static final class Complaints implements Reporter {
        private final Queue<String> texts = new ConcurrentLinkedQueue<>();

        @Override
        public void tell(String problem) {
            texts.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException problem) {
            texts.add(where + ": " + problem);
        }

        @Override
        public void unreadable(ObjectName name, String why) {
            texts.add(name + ": " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            texts.add(resource.plural() + ": " + problem);
        }

        @Override
        public void defect(RuntimeException problem) {
            texts.add(problem.toString());
        }
    }
}
