package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.cpu.Taken;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples of CPU placement, E1 to E18; each is labelled with its number. */
class CpuExamplesTest {
    private static final String A = "1s1n4c2t";
    private static final String B = "2s2n3c2t";
    private static final String C = "2s4n4c2t,memory=8Gi";
    private static final String D = "2s8n8c1t";
    private static final String S = "4s2n8c1t";
    private static final String U = "1s1n16c2t,l3=4";
    private static final String UNEXPECTED = "UnexpectedAdmissionError";

    @Test
    @DisplayName("E1 A, res 1: the lone sibling of the reserved CPU, a whole core, a whole core and the next lowest")
    void packed() {
        TestNode.on(A)
                .reserve(1)
                .hasShared("0-7")
                .admits("p1 c=1", "c=4")
                .admits("p2 c=2", "c=1,5")
                .admits("p3 c=3", "c=2-3,6")
                .refuses(
                        "p4 c=2",
                        UNEXPECTED,
                        "Allocate failed due to not enough cpus available to satisfy request: requested=2, available=1,"
                                + " which is unexpected")
                .hasShared("0,7")
                .remove("p2")
                .hasShared("0-1,5,7");
    }

    @Test
    @DisplayName("E2 A, res 2: RESERVED {0,4}; 3 CPUs are a whole core and a thread")
    void reservedCore() {
        TestNode.on(A).reserve(2).admits("p c=3", "c=1-2,5").hasShared("0,3-4,6-7");
    }

    @Test
    @DisplayName("E3 A, res 2, strict-cpu-reservation: DEFAULT starts without the reserved CPUs")
    void strictReservation() {
        TestNode.on(A)
                .reserve(2)
                .option("strict-cpu-reservation")
                .hasShared("1-3,5-7")
                .admits("p c=2", "c=1,5")
                .hasShared("2-3,6-7");
    }

    @Test
    @DisplayName("E4 A, res {0,1}, full-pcpus-only: whole cores, and enough free ones")
    void fullCores() {
        TestNode.on(A)
                .reserve("0,1")
                .option("full-pcpus-only")
                .refuses(
                        "p c=3",
                        "SMTAlignmentError",
                        "SMT Alignment Error: requested 3 cpus not multiple cpus per core = 2")
                .refuses(
                        "p c=6",
                        "SMTAlignmentError",
                        "SMT Alignment Error: not enough free physical CPUs: available physical CPUs = 4, requested CPUs = 6,"
                                + " CPUs per core = 2")
                .admits("p c=4", "c=2-3,6-7")
                .hasShared("0-1,4-5");
    }

    @Test
    @DisplayName("E5 A, res 1: a pod placed before full-pcpus-only was switched on is re-admitted unchanged")
    void optionChanged() {
        TestNode.on(A)
                .reserve(1)
                .admits("p1 c=3", "c=1,4-5")
                .option("full-pcpus-only")
                .admits("p1 c=3", "c=1,4-5")
                .admits("p2 c=2", "c=2,6");
    }

    @Test
    @DisplayName("E6 B, res 1: node1 is the only whole node")
    void wholeNode() {
        TestNode.on(B)
                .reserve(1)
                .admits("p1 c=6", "c=3-5,9-11")
                .admits("p2 c=4", "c=1-2,7-8")
                .hasShared("0,6");
    }

    @Test
    @DisplayName("E7 B, res 1, distribute-cpus-across-cores: ids of the socket with fewer free CPUs, ascending")
    void spread() {
        TestNode.on(B)
                .reserve(1)
                .option("distribute-cpus-across-cores")
                .admits("p1 c=3", "c=1-2,6")
                .admits("p2 c=4", "c=3-4,7-8")
                .hasShared("0,5,9-11");
    }

    @Test
    @DisplayName("E8 C, res 2: whole nodes in the order of their sockets, then whole cores, then threads")
    void socketsOutermost() {
        TestNode.on(C)
                .reserve(2)
                .admits("p1 c=10", "c=1,4-7,17,20-23")
                .admits("p2 c=9", "c=2,8-11,24-27")
                .hasShared("0,3,12-16,18-19,28-31");
    }

    @Test
    @DisplayName("E9 S, res 1: nodes hold sockets; a whole socket, then the least free node")
    void nodesOutermost() {
        TestNode.on(S)
                .reserve(1)
                .admits("p1 c=5", "c=1,4-7")
                .admits("p2 c=6", "c=2-3,8-11")
                .hasShared("0,12-15");
    }

    @Test
    @DisplayName("E10 U, res {0,16}, prefer-align-cpus-by-uncorecache: whole caches, or whole cores of one cache")
    void byCache() {
        TestNode.on(U)
                .reserve("0,16")
                .option("prefer-align-cpus-by-uncorecache")
                .admits("p1 c=8", "c=4-7,20-23")
                .admits("p2 c=5", "c=1-3,17-18")
                .admits("p3 c=9", "c=8-11,19,24-27")
                .hasShared("0,12-16,28-31");
    }

    @Test
    @DisplayName("E11 U, res {0,16}: 12 on an empty node, with and without the cache option")
    void byCacheOrNot() {
        TestNode.on(U)
                .reserve("0,16")
                .option("prefer-align-cpus-by-uncorecache")
                .admits("p c=12", "c=1-2,4-7,17-18,20-23");
        TestNode.on(U).reserve("0,16").admits("p c=12", "c=1-6,17-22");
    }

    @Test
    @DisplayName("E12 D, res {0}, best-effort: hint {0,1,2} preferred, then {3}, then {4}")
    void hintThenCpus() {
        TestNode.on(D)
                .reserve("0")
                .align("best-effort", "container")
                .aligns("p1 c=20", "c@{0,1,2}=1-4,8-23")
                .aligns("p2 c=8", "c@{3}=24-31")
                .aligns("p3 c=8", "c@{4}=32-39");
    }

    @Test
    @DisplayName("E13 C, res 2, distribute-cpus-across-numa: the first combination of the best balance, nodes 1 and 2")
    void distributed() {
        TestNode.on(C).reserve(2).option("distribute-cpus-across-numa").admits("p c=10", "c=4-6,8-10,20-21,24-25");
    }

    @Test
    @DisplayName("E14 C, res {0,16}, with full-pcpus-only: whole cores are handed round")
    void distributedInCores() {
        TestNode.on(C)
                .reserve("0,16")
                .option("distribute-cpus-across-numa")
                .option("full-pcpus-only")
                .admits("p1 c=10", "c=4-6,8-9,20-22,24-25")
                .admits("p2 c=14", "c=1-3,12-15,17-19,28-31")
                .hasShared("0,7,10-11,16,23,26-27");
    }

    @Test
    @DisplayName("E15 as E14 with restricted/container: hint {0,1}, CPUs of nodes 0 and 1 only")
    void distributedWithinHint() {
        TestNode.on(C)
                .reserve("0,16")
                .option("distribute-cpus-across-numa")
                .option("full-pcpus-only")
                .align("restricted", "container")
                .aligns("p c=10", "c@{0,1}=1-2,4-6,17-18,20-22");
    }

    @Test
    @DisplayName("E16 D, res {63}, distribute: the best nodes {4,5,6,0} end as {4,5,6,3}")
    void retainedCombination() {
        TestNode.on(D).reserve("63").option("distribute-cpus-across-numa").admits("p c=32", "c=24-55");
    }

    @ParameterizedTest(name = "E17 D, all 64 CPUs free: {0} CPUs are {1}")
    @CsvSource(delimiter = '|', textBlock = """
            28 | 0-6,8-14,16-22,56-62
            32 | 0-23,56-63
            33 | 0-6,8-14,16-22,24-29,32-37
            44 | 0-22,24-30,32-38,56-62
            48 | 0-39,56-63
            50 | 0-14,16-22,24-30,32-38,48-54,56-62
            56 | 0-39,48-63
            60 | 0-38,40-46,48-54,56-62
            """)
    void distributedOverAll(int count, String expected) {
        assertThat(distribute(D, "", count, Set.of(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA)))
                .isEqualTo(new Taken.Cpus(CpuSet.literal(expected)));
    }

    @Test
    @DisplayName("E18 C, res 12, distribute and strict: the reserved CPUs are distributed too")
    void distributedReservation() {
        TestNode.on(C)
                .reserve(12)
                .option("distribute-cpus-across-numa")
                .option("strict-cpu-reservation")
                .hasShared("3,7-15,19,23-31");
    }

    @Test
    @DisplayName("3.3 non-termination (a): two nodes with odd free counts, groups of two; upstream hangs")
    void oddCountsEnd() {
        var options = Set.of(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA, CpuOption.FULL_PCPUS_ONLY);
        assertThat(distribute("1s4n5c2t", "0,5", 30, options)).isInstanceOf(Taken.Cpus.class);
    }

    @Test
    @DisplayName("3.3 non-termination (b): the kept combination no longer suits the takers; upstream hangs")
    void retainedCombinationEnds() {
        var busy = "24-31,40-63,64,72,80,88";
        assertThat(distribute("3s12n8c1t", busy, 32, Set.of(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA)))
                .isEqualTo(new Taken.Failed("accounting error, not enough CPUs allocated, remaining: 4"));
    }

    private static Taken distribute(String notation, String busy, int count, Set<CpuOption> options) {
        var machine = MachineNotation.literal(notation);
        return new CpuPicker(machine, options).take(machine.cpus().minus(CpuSet.literal(busy)), count);
    }
}
