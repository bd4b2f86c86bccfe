package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.fakes.client.Observed;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

// Acceptance of nodes: whole-cluster
/** {@code plimsoll up --real-node}: API server, scheduler, controllers and the node itself in one process of the machine. */
@Order(7)
@Timeout(600)
@ExtendWith(OnRealNode.class)
class WholeClusterTest {
    private static final ApiResource DEPLOYMENTS = ApiResource.namespaced("apps", "v1", "deployments", "Deployment");

    @AfterEach
    void stop(RealNode node) throws IOException, InterruptedException {
        node.agent.stop();
    }

    @Test
    void aDeploymentRunsOnTheMachine(RealNode node) throws IOException, InterruptedException {
        node.agent.stop();
        var port = node.machine.kubeletPort();
        node.agent.launchCommand("up --real-node --nodes 0 --data /var/lib/cluster --host 0.0.0.0 --port " + port);
        node.agent.awaitSaying("Ctrl-C ends it");
        assertThat(node.agent.log()).contains(", 1 node");
        var text = node.guest.sh("cat /var/lib/cluster/kubeconfig").replaceAll("https://[^:]*:", "https://127.0.0.1:");
        if (!(Connections.fromText(text) instanceof Configured.Ready ready)) throw new AssertionError(text);
        var time = Time.system();
        try (var transport = ready.transport()) {
            var client = ApiClient.over(transport, "e2e/1", TokenBucket.unlimited(time), time);
            try (var pods = new Observed(client, ApiResource.PODS, Machine.PATIENCE)) {
                var made = client.create(DEPLOYMENTS, RealNode.json("""
                        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"default","name":"web"},"spec":{"replicas":1,
                        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":%s}}}""".formatted(Specs.podLevel(
                        Specs.both("250m 64Mi", "500m 128Mi"), Specs.container("c", Specs.NONE)))));
                assertThat(made.problem()).isEmpty();
                var pod = pods.await(
                        "running", each -> each.at("/status/phase").asText().equals("Running"));
                assertThat(pod.at("/spec/nodeName").asText()).isEqualTo(RealNode.NAME);
                assertThat(node.file(CgroupPaths.cgroup(pod), "memory.max")).isEqualTo(Long.toString(128L << 20));
            }
        }
    }
}
