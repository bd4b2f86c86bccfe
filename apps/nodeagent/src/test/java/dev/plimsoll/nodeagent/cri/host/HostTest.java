package dev.plimsoll.nodeagent.cri.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node that a machine is, read from copies of its files. */
// Acceptance of KEP-5419: cgroup-v2
class HostTest {
    @TempDir
    Path root;

    private void file(String name, String content) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, content + "\n");
    }

    private void machine() throws IOException {
        file("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:        1 kB");
        file("proc/sys/kernel/osrelease", "6.1.0");
        file("etc/os-release", "NAME=\"X\"\nPRETTY_NAME=\"Some Linux 12\"");
        for (var cpu = 0; cpu < 4; cpu++) {
            file("sys/devices/system/node/node0/cpu" + cpu + "/topology/physical_package_id", "0");
            file("sys/devices/system/node/node0/cpu" + cpu + "/topology/core_id", Integer.toString(cpu));
        }
        file("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       16700000 kB");
        file("sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages", "512");
    }

    private Host host() {
        return switch (Host.read(root)) {
            case Host.Found.Known(var host) -> host;
            case Host.Found.Unknown(var why) -> throw new AssertionError(why);
        };
    }

    @Test
    void whatIsReservedKeptForEvictionAndInHugePagesIsNotForPods() throws IOException {
        machine();
        file("sys/fs/cgroup/cgroup.controllers", "cpu memory");
        var host = host();
        var shape = NodeShapes.real(
                "n",
                "10.0.0.1",
                NodeResources.of(host.machine())
                        .withMemory(host.memoryBytes())
                        .withStorage(1000)
                        .reserving(ResourceAmounts.parse("cpu=500m,memory=700Mi,ephemeral-storage=50")),
                FeatureGates.DEFAULT);
        assertThat(shape.capacity())
                .isEqualTo(
                        ResourceAmounts.parse("cpu=4,memory=16Gi,pods=110,hugepages-2Mi=1Gi,ephemeral-storage=1000"));
        assertThat(shape.allocatable())
                .isEqualTo(ResourceAmounts.parse("cpu=3500m,memory=" + ((15L << 30) - (800L << 20))
                        + ",pods=110,hugepages-2Mi=1Gi,ephemeral-storage=850"));
        assertThat(host.osImage()).isEqualTo("Some Linux 12");
        assertThat(host.kernel()).isEqualTo("6.1.0");
        assertThat(host.refusal(true, true)).isEmpty();
    }

    @Test
    void oldCgroupsAreRefusedUnlessSomebodyInsists() throws IOException {
        machine();
        Files.createDirectories(root.resolve("sys/fs/cgroup/memory"));
        assertThat(host().refusal(true, true))
                .contains("kubelet is configured to not run on a host using cgroup v1. "
                        + "cgroup v1 support is unsupported and will be removed in a future release");
        assertThat(host().refusal(false, false)).isEmpty();
    }

    @Test
    void swapIsRefusedUnlessSomebodyInsists() throws IOException {
        machine();
        file("sys/fs/cgroup/cgroup.controllers", "cpu memory");
        file("proc/meminfo", "MemTotal:       16777216 kB\nSwapTotal:      1024 kB");
        assertThat(host().refusal(true, true))
                .contains(
                        "running with swap on is not supported, please disable swap or set --fail-swap-on flag to false");
        assertThat(host().refusal(true, false)).isEmpty();
    }

    @Test
    void whatTheSystemCanDoIsRead() throws IOException {
        machine();
        file("sys/fs/cgroup/cgroup.controllers", "cpu memory");
        assertThat(host().abilities(NodeAbilities.NO_SWAP)).isEqualTo(NodeAbilities.LINUX.withoutAppArmor());
        file("sys/module/apparmor/parameters/enabled", "Y");
        assertThat(host().abilities(NodeAbilities.NO_SWAP)).isEqualTo(NodeAbilities.LINUX);
    }

    @Test
    void withoutCgroupsThereIsNoNode() throws IOException {
        machine();
        assertThat(host().refusal(false, false))
                .contains("there are no cgroups on this machine: /sys/fs/cgroup is not mounted");
    }

    @Test
    void aMachineThatDoesNotSayHowLargeItIsIsNoNode() {
        assertThat(Host.read(root))
                .isEqualTo(new Host.Found.Unknown("/proc/meminfo does not say how much memory there is"));
    }
}
