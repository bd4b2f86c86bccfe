package dev.plimsoll.core.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineNotationTest {
    @Test
    @DisplayName("2s4n8c2t: two sockets, four NUMA nodes, eight cores on each, two threads on each core")
    void regular() {
        var machine = MachineNotation.literal("2s4n8c2t,memory=16Gi,hugepages-2Mi=1Gi");
        assertThat(machine.cpus()).hasToString("0-63");
        assertThat(machine.cpusByNode().get(1)).hasToString("8-15,40-47");
        assertThat(machine.cpusBySocket().get(1)).hasToString("16-31,48-63");
        assertThat(machine.cpusByCore().get(9)).hasToString("9,41");
        assertThat(machine.cpusPerCore()).isEqualTo(2);
        assertThat(machine.nodes().getFirst().hugePageBytes())
                .containsEntry(ResourceName.of("hugepages-2Mi"), 1L << 30);
        assertThat(machine.distance(0, 1)).isEqualTo(12);
        assertThat(machine.distance(0, 2)).isEqualTo(20);
    }

    @Test
    @DisplayName("up to 64 NUMA nodes and 1,024 CPUs, nodes without CPUs and without memory included")
    void large() {
        var machine = MachineNotation.literal("2s62n8c2t,cpuless=2,memoryless=1");
        assertThat(machine.allNodes().size()).isEqualTo(64);
        assertThat(machine.nodesWithCpus()).isEqualTo(62);
        assertThat(machine.nodes().get(61).memoryBytes()).isZero();
        assertThat(machine.nodes().get(63).memoryBytes()).isPositive();
        assertThat(MachineNotation.literal("8s64n16c1t").cpus().size()).isEqualTo(1024);
    }

    @ParameterizedTest(name = "{0} is refused: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            4n8c2t               | it starts with sockets, NUMA nodes, cores per node and threads per core, as in 2s4n8c2t
            0s1n1c1t             | every count is at least 1
            2s65n1c1t            | at most 64 NUMA nodes
            2s64n16c2t           | at most 1024 CPUs
            2s3n8c2t             | sockets and NUMA nodes do not divide one another
            4s2n3c1t             | the cores of a node do not spread evenly over its sockets
            1s1n4c1t,l3=3        | the cores of a node do not spread evenly over its L3 groups
            1s1n4c1t,memory=x    | "memory=x" is not an amount of bytes
            1s1n4c1t,ram=1Gi     | "ram" is not a setting
            1s1n4c1t,memory      | "memory" is not NAME=VALUE
            1s1n4c1t,hugepages-2Mi=3Mi | "hugepages-2Mi=3Mi" is not a whole number of pages
            1s1n4c1t,memory=1Gi,hugepages-2Mi=2Gi | more huge pages than memory
            """)
    void refused(String notation, String problem) {
        assertThat(MachineNotation.parse(notation))
                .isEqualTo(new Machine.Described.Refused("\"" + notation + "\" describes no machine: " + problem));
    }

    @ParameterizedTest(name = "CPU list {0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            0-3,8     | 0-3,8
            8,3,2,1,0 | 0-3,8
            5         | 5
            1023      | 1023
            """)
    void cpuLists(String text, String printed) {
        assertThat(CpuSet.literal(text)).hasToString(printed);
        assertThat(CpuSet.literal(printed)).isEqualTo(CpuSet.literal(text));
    }

    @Test
    @DisplayName("a reversed range is refused with its ends; empty text is the empty set")
    void badLists() {
        assertThat(CpuSet.parse("5-3")).isEqualTo(new CpuSet.Parsed.Refused("invalid range \"5-3\" (5 > 3)"));
        assertThat(CpuSet.parse("")).isEqualTo(new CpuSet.Parsed.Accepted(CpuSet.EMPTY));
        for (var bad : new String[] {"a", "1,,2", "1-", "-1", "99999999999", "1 2"}) {
            assertThat(CpuSet.parse(bad)).as(bad).isInstanceOf(CpuSet.Parsed.Refused.class);
        }
    }
}
