package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.cpu.CpuHints;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.SlowMerge;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.machine.NumaNode;
import dev.plimsoll.core.topology.placement.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of hints, policies, scopes and init containers, E19 to E26b and E48. */
// Acceptance of KEP-5526: goal-hints-container, story-infrastructure, eligible, container-init
// Acceptance of KEP-5526: memory-container-scope
class AlignmentExamplesTest {
    private static final String A = "1s1n4c2t";
    private static final String C = "2s4n4c2t,memory=8Gi";
    private static final String NOT_ALIGNED = "Resources cannot be allocated with Topology locality";

    private static TestNode c(String policy, String scope) {
        return TestNode.on(C).reserve("0,16").align(policy, scope);
    }

    @ParameterizedTest(name = "E19 C, res '{'0,16'}', container scope, {0}: each container by itself")
    @ValueSource(strings = {"best-effort", "restricted"})
    void containerScope(String policy) {
        c(policy, "container")
                .aligns("p1 a=5 b=4", "a@{0}=1-3,17-18 b@{1}=4-5,20-21")
                .aligns("p2 c=8", "c@{2}=8-11,24-27")
                .aligns("p3 c=10", "c@{1,3}=6,12-15,22,28-31");
    }

    @Test
    @DisplayName("E19 pod scope: p1 hint {0,1} for both containers, same CPUs")
    void podScope() {
        c("restricted", "pod").aligns("p1 a=5 b=4", "a@{0,1}=1-3,17-18 b@{0,1}=4-5,20-21");
    }

    @Test
    @DisplayName("E19 single-numa-node container scope: p3 rejected")
    void singleNodeContainerScope() {
        c("single-numa-node", "container")
                .aligns("p1 a=5 b=4", "a@{0}=1-3,17-18 b@{1}=4-5,20-21")
                .aligns("p2 c=8", "c@{2}=8-11,24-27")
                .refuses("p3 c=10", "TopologyAffinityError", NOT_ALIGNED);
    }

    @Test
    @DisplayName("E19 single-numa-node pod scope: p1 (9 CPUs > one node) rejected, p2 {1}, p3 rejected")
    void singleNodePodScope() {
        c("single-numa-node", "pod")
                .refuses("p1 a=5 b=4", "TopologyAffinityError", NOT_ALIGNED)
                .aligns("p2 c=8", "c@{1}=4-7,20-23")
                .refuses("p3 c=10", "TopologyAffinityError", NOT_ALIGNED);
    }

    @Test
    @DisplayName("E20 C, res {0,16}, restricted, pods 16,3,4,6: no single node with 6 free")
    void restricted() {
        c("restricted", "container")
                .aligns("p1 c=16", "c@{1,2}=4-11,20-27")
                .aligns("p2 c=3", "c@{0}=1-2,17")
                .aligns("p3 c=4", "c@{3}=12-13,28-29")
                .refuses("p4 c=6", "TopologyAffinityError", NOT_ALIGNED);
    }

    @Test
    @DisplayName("E20 align-by-socket: the pool is whole sockets")
    void alignBySocket() {
        c("restricted", "container")
                .option("align-by-socket")
                .aligns("p1 c=16", "c@{1,2}=8-15,24-31")
                .aligns("p2 c=3", "c@{0}=1-2,17")
                .aligns("p3 c=4", "c@{1}=3-4,19-20")
                .aligns("p4 c=6", "c@{1}=5-7,21-23")
                .hasShared("0,16,18");
    }

    static Machine q4() {
        var distances = List.of(
                List.of(10, 21, 31, 12), List.of(21, 10, 12, 31), List.of(31, 12, 10, 21), List.of(12, 31, 21, 10));
        var regular = MachineNotation.literal("4s4n4c1t");
        var nodes = new ArrayList<NumaNode>();
        for (var id = 0; id < 4; id++) nodes.add(new NumaNode(id, 1L << 33, new TreeMap<>(), distances.get(id)));
        var cpus = regular.cpus().stream().mapToObj(regular::cpu).toList();
        return ((Machine.Described.Known) Machine.of(cpus, nodes)).machine();
    }

    @Test
    @DisplayName("E21 Q4, res {0}, restricted: default {0,1}; prefer-closest-numa-nodes {1,2}")
    void closest() {
        var closest = Map.of("prefer-closest-numa-nodes", "true");
        TestNode.on(q4()).reserve("0").align("restricted", "container").aligns("p c=6", "c@{0,1}=1-2,4-7");
        TestNode.on(q4()).reserve("0").align("restricted", "container", closest).aligns("p c=6", "c@{1,2}=4-9");
        TestNode.on(q4()).reserve("0").align("restricted", "container").aligns("p c=10", "c@{0,1,2}=1-2,4-11");
        TestNode.on(q4()).reserve("0").align("restricted", "container", closest).aligns("p c=10", "c@{0,1,2}=1-2,4-11");
    }

    @Test
    @DisplayName("E22 one-node machine A, single-numa-node: 2 CPUs -> hint (nil,true)")
    void oneNode() {
        TestNode.on(A).reserve(1).align("single-numa-node", "container").aligns("p c=2", "c@{}=1,5");
    }

    @Test
    @DisplayName("E23 9 nodes x 4 CPUs: refused without max-allowable-numa-nodes, placed with it")
    void manyNodes() {
        assertThat(TestNode.on("1s9n4c1t")
                        .reserve(1)
                        .align("restricted", "container")
                        .startRefusal())
                .containsExactly("unsupported on machines with more than 8 NUMA Nodes");
        TestNode.on("1s9n4c1t")
                .reserve(1)
                .align("restricted", "container", Map.of("max-allowable-numa-nodes", "16"))
                .aligns("p c=6", "c@{0,1}=1-2,4-7");
    }

    @Test
    @DisplayName("E24 container scope with pod-level resources: own guarantee is exclusive, the rest is on the node")
    void mixedModel() {
        var node = TestNode.on(C)
                .reserve("0,16")
                .memory("0=1Gi")
                .align("restricted", "container")
                .podLevel();
        var placement = node.admit(PodText.pod("p pod=4/4Gi c1=2/2Gi c2 c3=1500m/1Gi"));
        var c1 = placement.container("c1");
        assertThat(c1.cpus()).hasToString("1,17");
        assertThat(c1.agreed().nodes()).hasToString("{0}");
        assertThat(c1.cpuIsolation()).isEqualTo(Isolation.CONTAINER);
        assertThat(c1.memoryIsolation()).isEqualTo(Isolation.CONTAINER);
        var c2 = placement.container("c2");
        assertThat(c2.agreed().nodes()).hasToString("{0,1,2,3}");
        assertThat(c2.cpuIsolation()).isEqualTo(Isolation.HOST);
        assertThat(c2.cpuRule()).isEqualTo(Rule.SCOPE);
        var c3 = placement.container("c3");
        assertThat(c3.cpuIsolation()).isEqualTo(Isolation.HOST);
        assertThat(c3.cpuRule()).isEqualTo(Rule.CPUS_NOT_WHOLE);
        assertThat(c3.memoryIsolation()).isEqualTo(Isolation.CONTAINER);
        assertThat(TestNode.memory(placement)).isEqualTo("c1=2Gi@{0} c3=1Gi@{0}");
        node.hasMemory(0, "3/4/2/{0}");
    }

    @Test
    @DisplayName("E25 C, res 2, no alignment: init CPUs are reused, a sidecar's are not")
    void initAndSidecars() {
        TestNode.on(C)
                .reserve(2)
                .admits(
                        "p init:i1=4 side:s1=2 init:i2=6 a1=3 a2=2",
                        "i1=1-2,17-18 s1=1,17 i2=2-4,18-20 a1=2-3,18 a2=4,20")
                .hasShared("0,5-16,21-31")
                .remove("p")
                .hasShared("0-31");
    }

    @Test
    @DisplayName("E26 single-numa-node pod scope: P = max(2+6, 5+2) = 8 -> {1}")
    void initAndSidecarsOnOneNode() {
        c("single-numa-node", "pod")
                .admits(
                        "p init:i1=4 side:s1=2 init:i2=6 a1=3 a2=2",
                        "i1=4-5,20-21 s1=4,20 i2=5-7,21-23 a1=5-6,21 a2=7,23");
    }

    @Test
    @DisplayName(
            "E26 single-numa-node container scope: reusable CPUs bind i2 to node 0, which has too few; nothing is kept")
    void reusableCpusBind() {
        c("single-numa-node", "container")
                .refuses("p init:i1=4 side:s1=2 init:i2=6 a1=3 a2=2", "TopologyAffinityError", NOT_ALIGNED)
                .hasShared("0-31");
    }

    @Test
    @DisplayName("E26b B, res 1: removing i1 alone returns only what a1 does not use")
    void removalOfInit() {
        TestNode.on("2s2n3c2t")
                .reserve(1)
                .admits("p init:i1=4 a1=2", "i1=1-2,7-8 a1=1,7")
                .removeContainer("p", "i1")
                .hasShared("0,2-6,8-11");
    }

    @ParameterizedTest(name = "E48 hint list of {0} CPUs on C, res '{'0,16'}': {1}")
    @CsvSource(delimiter = '|', textBlock = """
             5 | {0}p {1}p {2}p {3}p {0,1} {0,2} {1,2} {0,3} {1,3} {2,3} {0,1,2} {0,1,3} {0,2,3} {1,2,3} {0,1,2,3}
             7 | {1}p {2}p {3}p {0,1} {0,2} {1,2} {0,3} {1,3} {2,3} {0,1,2} {0,1,3} {0,2,3} {1,2,3} {0,1,2,3}
            10 | {0,1}p {0,2}p {1,2}p {0,3}p {1,3}p {2,3}p {0,1,2} {0,1,3} {0,2,3} {1,2,3} {0,1,2,3}
            17 | {0,1,2}p {0,1,3}p {0,2,3}p {1,2,3}p {0,1,2,3}
            """)
    void hintLists(int count, String expected) {
        assertThat(hints(count, Set.of())).isEqualTo(expected);
    }

    @Test
    @DisplayName("E48 n=31 -> [] (30 available)")
    void unsatisfiable() {
        assertThat(new CpuHints(new CpuPicker(MachineNotation.literal(C), Set.of()))
                        .of(CpuSet.literal("1-15,17-31"), CpuSet.EMPTY, 31))
                .isEqualTo(HintList.UNSATISFIABLE);
    }

    @Test
    @DisplayName("E48 align-by-socket n=5: additionally {0,1}p and {2,3}p")
    void socketHints() {
        assertThat(hints(5, Set.of(CpuOption.ALIGN_BY_SOCKET)))
                .isEqualTo("{0}p {1}p {2}p {3}p {0,1}p {0,2} {1,2} {0,3} {1,3} {2,3}p {0,1,2} {0,1,3} {0,2,3} {1,2,3}"
                        + " {0,1,2,3}");
    }

    private static String hints(int count, Set<CpuOption> options) {
        var machine = MachineNotation.literal(C);
        var list = new CpuHints(new CpuPicker(machine, options)).of(CpuSet.literal("1-15,17-31"), CpuSet.EMPTY, count);
        return SlowMerge.listed(machine.allNodes(), list).stream()
                .sorted((left, right) -> left.nodes().compareTo(right.nodes()))
                .map(hint -> hint.nodes() + (hint.preferred() ? "p" : ""))
                .collect(Collectors.joining(" "));
    }
}
