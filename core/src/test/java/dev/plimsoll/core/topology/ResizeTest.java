package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Resize of exclusive CPUs and memory; one test for each sentence of docs/decisions/0002-resize-of-exclusive-cpus.md. */
// Acceptance of KEP-1287: infeasible-cpu-manager, infeasible-memory-manager
class ResizeTest {
    private static TestNode node(String policy) {
        return TestNode.on("2s2n4c2t,memory=8Gi")
                .reserve("0,8")
                .memory("0=1Gi")
                .align(policy, "pod")
                .podLevel()
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, true)
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY, true);
    }

    private static CpuMemoryResize resize(TestNode node, String from, String to) {
        return node.resourceManagers()
                .resize(node.state(), new ResourceManagers.Resize(PodText.pod(from), PodText.pod(to)));
    }

    private static AssignedPlacement granted(TestNode node, String from, String to) {
        var answer = resize(node, from, to);
        assertThat(answer).isInstanceOf(CpuMemoryResize.Granted.class);
        var granted = (CpuMemoryResize.Granted) answer;
        node.state(granted.state());
        return granted.placement();
    }

    private static TopologyRefusal infeasible(TestNode node, String from, String to) {
        var answer = resize(node, from, to);
        assertThat(answer).isInstanceOf(CpuMemoryResize.Infeasible.class);
        return ((CpuMemoryResize.Infeasible) answer).refusal();
    }

    @Test
    @DisplayName("gates off: infeasible for Guaranteed pods, CPU checked first, with the text of each policy")
    void gatesOff() {
        var node = node("none")
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, false)
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY, false);
        node.admit(PodText.pod("p c=2/1Gi"));
        assertThat(infeasible(node, "p c=2/1Gi", "p c=3/2Gi").message())
                .isEqualTo("Resize is infeasible for Guaranteed Pods alongside CPU Manager policy \"static\"");
        assertThat(infeasible(node, "p c=2/1Gi", "p c=2/2Gi").message())
                .isEqualTo("Resize is infeasible for Guaranteed Pods alongside Memory Manager policy \"Static\"");
        node.admit(PodText.pod("q c=1500m/1Gi"));
        assertThat(infeasible(node, "q c=1500m/1Gi", "q c=1600m/1Gi").rule()).isEqualTo(Rule.RESIZE_GATE_OFF);
    }

    @Test
    @DisplayName("a change of the pod level alone is not blocked, and changes nothing, where the gates are off")
    void podLevelAlone() {
        var node = node("restricted")
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, false)
                .gate(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY, false);
        node.admit(PodText.pod("p pod=4/2Gi c1=2/1Gi c2"));
        assertThat(granted(node, "p pod=4/2Gi c1=2/1Gi c2", "p pod=5/2Gi c1=2/1Gi c2")
                        .podCpus())
                .hasToString("1-2,9-10");
    }

    @Test
    @DisplayName("a container grows near what it has and keeps it; it shrinks to what it started with, no further")
    void growAndShrink() {
        var node = node("best-effort");
        node.admit(PodText.pod("p c=2/1Gi"));
        assertThat(TestNode.cpus(granted(node, "p c=2/1Gi", "p c=5/1Gi"))).isEqualTo("c=1-3,9-10");
        node.hasShared("0,4-8,11-15");
        assertThat(TestNode.cpus(granted(node, "p c=5/1Gi", "p c=3/1Gi"))).isEqualTo("c=1,3,9");
        var refusal = infeasible(node, "p c=3/1Gi", "p c=1/1Gi");
        assertThat(refusal.rule()).isEqualTo(Rule.RESIZE_BELOW_START);
        assertThat(refusal.message())
                .isEqualTo("\"c\" cannot shrink to 1 CPUs: it keeps the CPUs that it started with, 1,9");
    }

    @Test
    @DisplayName("what is not free now is deferred; what the nodes never have is infeasible")
    void laterOrNever() {
        var node = node("single-numa-node");
        node.admit(PodText.pod("p c=2/1Gi"));
        node.admit(PodText.pod("q c=3/1Gi"));
        assertThat(resize(node, "p c=2/1Gi", "p c=5/1Gi")).isInstanceOf(CpuMemoryResize.Deferred.class);
        assertThat(infeasible(node, "p c=2/1Gi", "p c=7/1Gi").rule()).isEqualTo(Rule.NOT_ALIGNED);
    }

    @Test
    @DisplayName("exclusive CPUs do not become shared ones by a resize, nor the other way round")
    void noTurning() {
        var node = node("none");
        node.admit(PodText.pod("p c=2/1Gi"));
        assertThat(infeasible(node, "p c=2/1Gi", "p c=2500m/1Gi").rule()).isEqualTo(Rule.RESIZE_NOT_EXCLUSIVE);
    }

    @Test
    @DisplayName("full-pcpus-only holds for the new number")
    void fullCores() {
        var node = node("none").option("full-pcpus-only");
        node.admit(PodText.pod("p c=2/1Gi"));
        assertThat(infeasible(node, "p c=2/1Gi", "p c=3/1Gi").rule()).isEqualTo(Rule.SMT);
        assertThat(TestNode.cpus(granted(node, "p c=2/1Gi", "p c=4/1Gi"))).isEqualTo("c=1-2,9-10");
    }

    @Test
    @DisplayName(
            "a pod's pool grows for its shared containers, a slice grows from the share, and the pool shrinks back")
    void pool() {
        var node = node("restricted");
        node.admit(PodText.pod("p pod=3/2Gi c1=2/1Gi c2"));
        var grown = granted(node, "p pod=3/2Gi c1=2/1Gi c2", "p pod=6/2Gi c1=2/1Gi c2");
        assertThat(grown.podCpus()).hasToString("1-3,9-11");
        assertThat(TestNode.cpus(grown)).isEqualTo("c1=1,9 c2=2-3,10-11");
        var sliced = granted(node, "p pod=6/2Gi c1=2/1Gi c2", "p pod=6/2Gi c1=4/1Gi c2");
        assertThat(TestNode.cpus(sliced)).isEqualTo("c1=1-2,9-10 c2=3,11");
        assertThat(infeasible(node, "p pod=6/2Gi c1=4/1Gi c2", "p pod=6/2Gi c1=6/1Gi c2")
                        .rule())
                .isEqualTo(Rule.EMPTY_SHARED_POOL);
        var back = granted(node, "p pod=6/2Gi c1=4/1Gi c2", "p pod=4/2Gi c1=2/1Gi c2");
        assertThat(TestNode.cpus(back)).isEqualTo("c1=1,9 c2=2,10");
        assertThat(infeasible(node, "p pod=4/2Gi c1=2/1Gi c2", "p pod=2/2Gi c1=1/1Gi c2")
                        .rule())
                .isEqualTo(Rule.RESIZE_BELOW_START);
    }

    @Test
    @DisplayName(
            "memory grows and shrinks on the nodes that it is on; deferred or infeasible where they have too little")
    void memory() {
        var node = node("restricted");
        node.admit(PodText.pod("p c=1/2Gi"));
        assertThat(TestNode.memory(granted(node, "p c=1/2Gi", "p c=1/5Gi"))).isEqualTo("c=5Gi@{0}");
        node.hasMemory(0, "5/2/1/{0}");
        node.admit(PodText.pod("q c=1/2Gi"));
        assertThat(resize(node, "p c=1/5Gi", "p c=1/6Gi")).isInstanceOf(CpuMemoryResize.Deferred.class);
        assertThat(infeasible(node, "p c=1/5Gi", "p c=1/13Gi").rule()).isEqualTo(Rule.NO_MEMORY);
        assertThat(TestNode.memory(granted(node, "p c=1/5Gi", "p c=1/1Gi"))).isEqualTo("c=1Gi@{0}");
        node.hasMemory(0, "3/4/2/{0}");
    }
}
