package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** KEP-5526, "Policy Options": with the scope pod each option of the CPU and topology managers works on the total of the pod's resources. */
// Acceptance of KEP-5526: option-closest, option-max-nodes, cpu-option-total, cpu-option-numa, cpu-option-cores
// Acceptance of KEP-5526: cpu-option-full, cpu-option-full-refused, cpu-option-socket, cpu-option-strict
// Acceptance of KEP-5526: cpu-option-cache
class Kep5526OptionsTest {
    private static final String C = "2s4n4c2t,memory=8Gi";
    private static final String U = "1s1n16c2t,l3=4";

    private static TestNode node(String machine, String policy) {
        return TestNode.on(machine).reserve("0,16").align(policy, "pod").podLevel();
    }

    private static CpuSet pool(TestNode node, String pod) {
        var placement = node.admit(PodText.pod(pod));
        for (var container : placement.containers())
            assertThat(container.cpus().isSubsetOf(placement.podCpus())).isTrue();
        return placement.podCpus();
    }

    private static long touched(Map<Integer, CpuSet> parts, CpuSet cpus) {
        return parts.values().stream().filter(cpus::intersects).count();
    }

    @Test
    @DisplayName("distribute-cpus-across-numa: the pod's CPUs are divided evenly between NUMA nodes")
    void acrossNuma() {
        var machine = MachineNotation.literal(C);
        var plain = pool(node(C, "best-effort"), "p pod=12/1Gi c1=4/1Mi c2");
        var spread = pool(node(C, "best-effort").option("distribute-cpus-across-numa"), "p pod=12/1Gi c1=4/1Mi c2");
        assertThat(machine.cpusByNode().values().stream().map(spread::countIn).filter(count -> count > 0))
                .containsExactly(6, 6);
        assertThat(machine.cpusByNode().values().stream().map(plain::countIn).filter(count -> count > 0))
                .as("without the option a whole node is filled first")
                .containsExactlyInAnyOrder(4, 8);
    }

    @Test
    @DisplayName("distribute-cpus-across-cores: the pod's CPUs are spread over as many cores as there are")
    void acrossCores() {
        var machine = MachineNotation.literal("1s1n4c2t");
        var node =
                TestNode.on(machine).reserve("0,4").align("restricted", "pod").podLevel();
        assertThat(touched(machine.cpusByCore(), pool(node, "p pod=4/1Gi c1"))).isEqualTo(2);
        var spread = TestNode.on(machine)
                .reserve("0,4")
                .option("distribute-cpus-across-cores")
                .align("restricted", "pod")
                .podLevel();
        assertThat(touched(machine.cpusByCore(), pool(spread, "p pod=4/1Gi c1")))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("full-pcpus-only: the pod has whole cores, and shares them among its containers")
    void fullCores() {
        var machine = MachineNotation.literal(C);
        var node = node(C, "restricted").option("full-pcpus-only");
        var pool = pool(node, "p pod=6/1Gi c1=3/1Mi c2");
        assertThat(machine.withSiblings(pool)).isEqualTo(pool);
        assertThat(node.refuse("q pod=5/1Gi c1").reason()).isEqualTo("SMTAlignmentError");
    }

    @Test
    @DisplayName("align-by-socket: the pod's CPUs are on one socket")
    void bySocket() {
        var machine = MachineNotation.literal(C);
        assertThat(touched(machine.cpusBySocket(), pool(node(C, "restricted"), "p pod=16/1Gi c1=4/1Mi c2")))
                .isEqualTo(2);
        var aligned = node(C, "restricted").option("align-by-socket");
        assertThat(touched(machine.cpusBySocket(), pool(aligned, "p pod=16/1Gi c1=4/1Mi c2")))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("strict-cpu-reservation: neither the pod nor whoever shares the node has the reserved CPUs")
    void strict() {
        var reserved = CpuSet.literal("0,16");
        var node = node(C, "restricted").option("strict-cpu-reservation");
        assertThat(pool(node, "p pod=6/1Gi c1=2/1Mi c2").intersects(reserved)).isFalse();
        assertThat(node.state().cpus().shared().intersects(reserved)).isFalse();
        var lax = node(C, "restricted");
        assertThat(pool(lax, "p pod=6/1Gi c1=2/1Mi c2").intersects(reserved)).isFalse();
        assertThat(reserved.isSubsetOf(lax.state().cpus().shared())).isTrue();
    }

    @Test
    @DisplayName("prefer-align-cpus-by-uncorecache: the pod's CPUs share a cache")
    void byCache() {
        var machine = MachineNotation.literal(U);
        assertThat(touched(machine.cpusByCacheGroup(), pool(node(U, "restricted"), "p pod=8/1Gi c1=2/1Mi c2")))
                .isEqualTo(2);
        var aligned = node(U, "restricted").option("prefer-align-cpus-by-uncorecache");
        assertThat(touched(machine.cpusByCacheGroup(), pool(aligned, "p pod=8/1Gi c1=2/1Mi c2")))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("prefer-closest-numa-nodes: the nodes of a pod that needs two are near each other")
    void closest() {
        assertThat(nodes(Map.of())).hasToString("{0,1}");
        assertThat(nodes(Map.of("prefer-closest-numa-nodes", "true"))).hasToString("{1,2}");
    }

    private static Object nodes(Map<String, String> options) {
        Machine machine = AlignmentExamplesTest.q4();
        var node = TestNode.on(machine)
                .reserve("0")
                .align("restricted", "pod", options)
                .podLevel();
        return machine.nodesOf(pool(node, "p pod=6/1Gi c1=2/1Mi c2"));
    }

    @Test
    @DisplayName("max-allowable-numa-nodes: pods are placed as a whole on machines of more than eight NUMA nodes")
    void manyNodes() {
        var node = TestNode.on("1s9n4c1t").reserve(1).podLevel();
        assertThat(node.align("restricted", "pod").startRefusal())
                .containsExactly("unsupported on machines with more than 8 NUMA Nodes");
        node.align("restricted", "pod", Map.of("max-allowable-numa-nodes", "16"));
        assertThat(pool(node, "p pod=6/1Gi c1=2/1Mi c2").size()).isEqualTo(6);
    }
}
