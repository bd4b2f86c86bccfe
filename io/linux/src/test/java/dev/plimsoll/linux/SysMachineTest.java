package dev.plimsoll.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysMachineTest {
    @TempDir
    private Path root = Path.of("");

    private void write(String file, String content) throws IOException {
        var path = root.resolve("devices/system/" + file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content + "\n");
    }

    private void cpu(String parent, int id, int socket, int core) throws IOException {
        write(parent + "/cpu" + id + "/topology/physical_package_id", Integer.toString(socket));
        write(parent + "/cpu" + id + "/topology/core_id", Integer.toString(core));
    }

    private void cache(String parent, int cpu, int level, int id, String sharers) throws IOException {
        var index = parent + "/cpu" + cpu + "/cache/index" + level;
        write(index + "/level", Integer.toString(level));
        write(index + "/id", Integer.toString(id));
        write(index + "/shared_cpu_map", sharers);
    }

    private Machine read() throws IOException {
        return ((Machine.Described.Known) new SysMachine(root).read()).machine();
    }

    @Test
    @DisplayName("two nodes with two cores of two threads; CPU 7 is offline; node 2 has memory only")
    void nodes() throws IOException {
        write("cpu/online", "0-6");
        for (var id = 0; id < 8; id++) {
            var node = id / 2 % 2;
            cpu("node/node" + node, id, node, id % 2);
        }
        write("node/node0/meminfo", "Node 0 MemTotal:       16000000 kB\nNode 0 MemFree:        15000000 kB");
        write("node/node0/hugepages/hugepages-2048kB/nr_hugepages", "512");
        write("node/node0/hugepages/hugepages-1048576kB/nr_hugepages", "2");
        write("node/node2/meminfo", "Node 2 MemTotal:       8000000 kB");
        write("node/node0/distance", "10 21 31");
        write("node/node1/distance", "21 10 31");
        write("node/node2/distance", "31 31 10");
        var machine = read();
        assertThat(machine.cpus()).hasToString("0-6");
        assertThat(machine.cpusByNode().get(0)).hasToString("0-1,4-5");
        assertThat(machine.cpusByNode().get(1)).hasToString("2-3,6");
        assertThat(machine.cpusByCore().get(0)).hasToString("0,4");
        assertThat(machine.cpusBySocket()).hasSize(2);
        assertThat(machine.nodesWithCpus()).isEqualTo(2);
        assertThat(machine.allNodes()).hasToString("{0,1,2}");
        assertThat(machine.distance(0, 1)).isEqualTo(21);
        var first = machine.nodes().getFirst();
        assertThat(first.memoryBytes()).isEqualTo(16_000_000L * 1024);
        assertThat(first.hugePageBytes())
                .containsEntry(ResourceName.of("hugepages-2Mi"), 1L << 30)
                .containsEntry(ResourceName.of("hugepages-1Gi"), 2L << 30);
        assertThat(machine.nodes().getLast().memoryBytes()).isEqualTo(8_000_000L * 1024);
        assertThat(machine.cpusByCacheGroup())
                .as("no cache is told, so groups are sockets")
                .hasSize(2);
    }

    @Test
    @DisplayName("an L3 cache that not all of the node's CPUs share groups CPUs; one that spans the node does not")
    void caches() throws IOException {
        for (var id = 0; id < 4; id++) {
            cpu("node/node0", id, 0, id);
            cache("node/node0", id, 2, 100 + id, "1");
            cache("node/node0", id, 3, id / 2 * 8, id < 2 ? "00000000,00000003" : "0000000c");
        }
        assertThat(read().cpusByCacheGroup().keySet()).containsExactly(0, 8);
        for (var id = 0; id < 4; id++) cache("node/node0", id, 3, 5, "f");
        assertThat(read().cpusByCacheGroup().keySet()).containsExactly(0);
    }

    @Test
    @DisplayName("without node folders each package is a node")
    void packages() throws IOException {
        for (var id = 0; id < 4; id++) cpu("cpu", id, id / 2, id);
        var machine = read();
        assertThat(machine.cpusByNode().get(1)).hasToString("2-3");
        assertThat(machine.nodes().getFirst().memoryBytes()).isZero();
        assertThat(machine.knowsDistances()).isFalse();
    }

    @Test
    @DisplayName("an empty tree is no machine")
    void nothing() throws IOException {
        assertThat(new SysMachine(root).read())
                .isEqualTo(new Machine.Described.Refused("could not detect number of cpus"));
    }

    @Test
    @DisplayName("this machine, where it tells")
    void thisMachine() throws IOException {
        assumeTrue(Files.isDirectory(Path.of("/sys/devices/system/cpu/cpu0/topology")), "no /sys here");
        assertThat(new SysMachine(Path.of("/sys")).read())
                .isInstanceOfSatisfying(
                        Machine.Described.Known.class,
                        known -> assertThat(known.machine().cpus().isEmpty()).isFalse());
    }
}
