package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.CgroupPaths.cgroup;
import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.RealNode.id;
import static dev.plimsoll.e2e.Specs.both;
import static dev.plimsoll.e2e.Specs.resized;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Agent and runtime that die and come back. Containers live on. */
@Order(4)
// Acceptance of KEP-1287: restart-points
// Acceptance of nodes: resize-crash
class FaultsTest implements UsualNode {
    /** The runtime holds the update while the agent is killed, so that it dies in the middle of it. */
    @Test
    void anAgentThatIsKilledInTheMiddleOfAResizeFinishesItAfterwards(RealNode node)
            throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.pod(
                        Specs.container("a", both("100m 32Mi", "200m 64Mi")),
                        Specs.container("b", both("100m 32Mi", "200m 64Mi"))));
        node.containerd.freeze();
        var generation = node.wish(
                        "p",
                        Specs.pod(
                                resized("a", both("200m 64Mi", "400m 128Mi")),
                                resized("b", both("200m 32Mi", "300m 64Mi"))))
                .done()
                .orElseThrow()
                .at("/metadata/generation")
                .asLong();
        node.await(
                "p",
                "in progress",
                each -> !condition(each, "PodResizeInProgress").isMissingNode());
        node.agent.kill();
        node.containerd.thaw();
        assertThat(node.guest
                        .run("kill -0 $(head -n 1 " + cgroup(pod, "a") + "/cgroup.procs)")
                        .exit())
                .isZero();
        node.agent.restart();
        var after = node.awaitResized("p", generation);
        for (var name : new String[] {"a", "b"}) {
            assertThat(id(after, name)).isEqualTo(id(pod, name));
            assertThat(container(after, name).path("restartCount").asInt()).isZero();
        }
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(192L << 20));
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("70000 100000");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(128L << 20));
        assertThat(node.file(cgroup(pod, "b"), "cpu.max")).isEqualTo("30000 100000");
    }

    @Test
    void aRuntimeThatIsRestartedFindsItsAgentAtWork(RealNode node) throws IOException, InterruptedException {
        var pod = node.run("p", Specs.pod(Specs.container("a", both("100m 32Mi", "200m 64Mi"))));
        node.containerd.stop();
        var unready = node.nodes.await(
                "not ready",
                each -> condition(each, "Ready").path("status").asText().equals("False"));
        assertThat(condition(unready, "Ready").path("reason").asText()).isEqualTo("KubeletNotReady");
        assertThat(condition(unready, "Ready").path("message").asText()).startsWith("container runtime is down");
        node.containerd.start();
        node.nodes.await(
                "ready",
                each -> condition(each, "Ready").path("status").asText().equals("True"));
        var after = node.resize("p", Specs.pod(resized("a", both("100m 32Mi", "300m 96Mi"))));
        assertThat(id(after, "a")).isEqualTo(id(pod, "a"));
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(96L << 20));
        node.run("q", Specs.pod(Specs.container("a", both("100m 32Mi", "200m 64Mi"))));
        assertThat(node.agent.isAlive()).isTrue();
    }

    @Test
    void anAgentWaitsForARuntimeThatIsNotThereYet(RealNode node) throws IOException, InterruptedException {
        var pod = node.run("p", Specs.pod(Specs.container("a", both("100m 32Mi", "200m 64Mi"))));
        node.agent.stop();
        node.containerd.stop();
        node.agent.launch(RealNode.USUAL);
        node.agent.awaitSaying("waiting for it");
        assertThat(node.agent.log())
                .contains("no container runtime answers at unix:///run/containerd/containerd.sock: ");
        node.containerd.start();
        node.agent.awaitSaying("node vm-node with containerd");
        var after = node.resize("p", Specs.pod(resized("a", both("100m 32Mi", "300m 64Mi"))));
        assertThat(id(after, "a")).isEqualTo(id(pod, "a"));
    }
}
