package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.SlowMerge;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryChoice;
import dev.plimsoll.core.topology.memory.MemoryReuse;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of memory, E27 to E34 and E49. */
// Acceptance of KEP-5526: memory-extended
class MemoryExamplesTest {
    private static final String UNEXPECTED = "UnexpectedAdmissionError";
    private static final String NO_NODES =
            "Allocate failed due to [memorymanager] failed to get the default NUMA affinity, no NUMA nodes with enough"
                    + " memory is available, which is unexpected";
    private static final String CANNOT_EXTEND =
            "Allocate failed due to [memorymanager] failed to find NUMA nodes to extend the current topology hint, which"
                    + " is unexpected";

    private static TestNode m2(String policy) {
        return TestNode.on("2s2n8c1t,memory=10Gi")
                .reserve("0")
                .memory("0=1Gi,1=1Gi")
                .align(policy, "container");
    }

    private static TestNode m4(String policy) {
        return TestNode.on("2s4n8c1t,memory=10Gi")
                .reserve("0")
                .memory("0=1Gi,1=1Gi")
                .align(policy, "container");
    }

    private static String placed(TestNode node, String pod) {
        var placement = node.admit(PodText.pod(pod));
        return TestNode.cpus(placement) + " | " + TestNode.memory(placement);
    }

    @Test
    @DisplayName("E27 M2, best-effort: CPU free only on node 1, memory free only on node 0 -> ({0},false)")
    void crosswise() {
        var node = m2("best-effort");
        assertThat(placed(node, "p1 c=7/1Gi")).isEqualTo("c=1-7 | c=1Gi@{0}");
        assertThat(placed(node, "p2 c=1/9Gi")).isEqualTo("c=8 | c=9Gi@{1}");
        var third = node.admit(PodText.pod("p3 c=1/5Gi"));
        assertThat(third.container("c").agreed().nodes()).hasToString("{0}");
        assertThat(third.container("c").agreed().preferred()).isFalse();
        assertThat(TestNode.cpus(third) + " | " + TestNode.memory(third)).isEqualTo("c=9 | c=5Gi@{0}");
        node.hasMemory(0, "6/3/2/{0}").hasMemory(1, "9/0/1/{1}");
    }

    @Test
    @DisplayName("E28 M2, no alignment: the third pod finds a CPU but no memory, and leaves nothing behind")
    void noMemoryLeft() {
        var node = m2("none");
        assertThat(placed(node, "p1 c=1/5Gi")).isEqualTo("c=1 | c=5Gi@{0}");
        assertThat(placed(node, "p2 c=1/5Gi")).isEqualTo("c=2 | c=5Gi@{1}");
        node.refuses("p3 c=1/5Gi", UNEXPECTED, NO_NODES).hasShared("0,3-15");
    }

    @Test
    @DisplayName("E29 M2, best-effort: blocks of a group fill and drain the lowest node first")
    void groups() {
        var node = m2("best-effort");
        assertThat(placed(node, "p1 c=9/12Gi")).isEqualTo("c=1,8-15 | c=12Gi@{0,1}");
        node.hasMemory(0, "9/0/1/{0,1}").hasMemory(1, "3/6/1/{0,1}");
        var second = node.admit(PodText.pod("p2 c=1/2Gi"));
        assertThat(second.container("c").agreed().nodes()).hasToString("{0,1}");
        assertThat(second.container("c").agreed().preferred()).isFalse();
        assertThat(TestNode.cpus(second) + " | " + TestNode.memory(second)).isEqualTo("c=2 | c=2Gi@{0,1}");
        node.hasMemory(1, "5/4/2/{0,1}")
                .remove("p1")
                .hasMemory(0, "0/9/1/{0,1}")
                .hasMemory(1, "2/7/1/{0,1}");
    }

    @Test
    @DisplayName("E30 M2, restricted: memory and CPU want different sizes; no member is no preference")
    void differentSizes() {
        var node = m2("restricted");
        placed(node, "p1 c=9/12Gi");
        node.refuses("p2 c=1/2Gi", "TopologyAffinityError", "Resources cannot be allocated with Topology locality")
                .refuses("p3 c=4/12Gi", UNEXPECTED, CANNOT_EXTEND);
    }

    @Test
    @DisplayName("E31 M4: 2 CPU/15Gi rejected under restricted, ({0,1},false) under best-effort")
    void twoSizes() {
        m4("restricted")
                .refuses(
                        "p1 c=2/15Gi", "TopologyAffinityError", "Resources cannot be allocated with Topology locality");
        var node = m4("best-effort");
        var first = node.admit(PodText.pod("p1 c=2/15Gi"));
        assertThat(first.container("c").agreed().nodes()).hasToString("{0,1}");
        assertThat(first.container("c").agreed().preferred()).isFalse();
        assertThat(TestNode.cpus(first) + " | " + TestNode.memory(first)).isEqualTo("c=1-2 | c=15Gi@{0,1}");
        node.hasMemory(0, "9/0/1/{0,1}").hasMemory(1, "6/3/1/{0,1}");
        var second = node.admit(PodText.pod("p2 c=2/3Gi"));
        assertThat(second.container("c").agreed().preferred()).isTrue();
        assertThat(TestNode.cpus(second) + " | " + TestNode.memory(second)).isEqualTo("c=16-17 | c=3Gi@{2}");
        node.refuses("p3 c=2/15Gi", UNEXPECTED, CANNOT_EXTEND);
    }

    @ParameterizedTest(name = "E32 M2, request 30Gi, {0}: X1")
    @ValueSource(strings = {"best-effort", "restricted", "single-numa-node"})
    void tooMuch(String policy) {
        m2(policy).refuses("p c=1/30Gi", UNEXPECTED, CANNOT_EXTEND);
    }

    @Test
    @DisplayName("E32 M2, request 30Gi, none: D1")
    void tooMuchWithoutAlignment() {
        m2("none").refuses("p c=1/30Gi", UNEXPECTED, NO_NODES);
    }

    @Test
    @DisplayName("E33 M2 with huge pages, single-numa-node: both resources from one node")
    void hugePages() {
        var node = TestNode.on("2s2n8c1t,memory=10Gi,hugepages-2Mi=1Gi")
                .reserve("0")
                .memory("0=1Gi,1=1Gi")
                .align("single-numa-node", "container");
        assertThat(TestNode.memory(node.admit(PodText.pod("p1 c=1/2Gi/768Mi")))).isEqualTo("c=huge768Mi@{0}+2Gi@{0}");
        node.hasMemory(0, "2/6/2/{0}");
        assertThat(node.memory(0).table(ResourceName.of("hugepages-2Mi")).free())
                .isEqualTo(256L << 20);
        assertThat(TestNode.memory(node.admit(PodText.pod("p2 c=1/2Gi/512Mi")))).isEqualTo("c=huge512Mi@{1}+2Gi@{1}");
        node.refuses("p3 c=1/2Gi/768Mi", UNEXPECTED, CANNOT_EXTEND);
    }

    @Test
    @DisplayName(
            "E34 M2, single-numa-node/pod: init memory is reused, given back at start, and charged again on re-admission")
    void initReuse() {
        var pod = "p init:i1=1/4Gi init:i2=1/3Gi side:s1=1/1Gi a1=1/2Gi a2=1/2Gi";
        var node = m2("single-numa-node").align("single-numa-node", "pod");
        var placement = node.admit(PodText.pod(pod));
        assertThat(placement.container("i1").agreed().nodes()).hasToString("{0}");
        assertThat(TestNode.memory(placement)).isEqualTo("i1=0@{0} i2=0@{0} s1=1Gi@{0} a1=2Gi@{0} a2=2Gi@{0}");
        assertThat(TestNode.cpus(placement)).isEqualTo("i1=1 i2=1 s1=1 a1=2 a2=3");
        node.hasMemory(0, "5/4/5/{0}");
        for (var container : new String[] {"i1", "s1", "i2", "a1", "a2"}) node.starts(pod, container);
        node.hasMemory(0, "5/4/3/{0}");
        var again = node.admit(PodText.pod(pod));
        assertThat(TestNode.memory(again)).isEqualTo("i1=1Gi@{0} i2=3Gi@{0} s1=1Gi@{0} a1=2Gi@{0} a2=2Gi@{0}");
        node.hasMemory(0, "9/0/5/{0}");
    }

    @ParameterizedTest(name = "E49 memory hint list of {0} after {1} pods: {2}")
    @CsvSource(delimiter = '|', textBlock = """
             3 | 1 | {2}p {3}p {0,1} {2,3}
             4 | 1 | {2}p {3}p {2,3}
            12 | 1 | {2,3}p
            25 | 1 | no preference
             3 | 2 | {2}p {3}p {0,1}
            12 | 2 | no preference
            """)
    void hintLists(int gi, int pods, String expected) {
        var node = m4("best-effort");
        placed(node, "p1 c=2/15Gi");
        if (pods == 2) placed(node, "p2 c=2/3Gi");
        var request = new TreeMap<>(Map.of(ResourceName.MEMORY, (long) gi << 30));
        var hints = new MemoryChoice(node.state().memory().ledger(), MemoryReuse.NOTHING, request).hints();
        var text = hints instanceof HintList.Indifferent
                ? "no preference"
                : SlowMerge.listed(NodeMask.of(0, 1, 2, 3), hints).stream()
                        .sorted((left, right) -> left.nodes().compareTo(right.nodes()))
                        .map(hint -> hint.nodes() + (hint.preferred() ? "p" : ""))
                        .collect(Collectors.joining(" "));
        assertThat(text).isEqualTo(expected);
    }
}
