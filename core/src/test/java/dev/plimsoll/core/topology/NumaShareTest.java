package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What each NUMA node can still give to pods for themselves. */
class NumaShareTest {
    private static final long GI = 1L << 30;

    private static ResourceManagers resourceManagers(KubeletSettings settings) {
        return switch (ResourceManagers.configure(
                MachineNotation.literal("2s2n8c1t,memory=16Gi,hugepages-2Mi=1Gi"), settings, FeatureGates.DEFAULT)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static NumaShare share(
            int node, int cpus, SortedMap<ResourceName, Long> memory, SortedMap<ResourceName, Long> free) {
        return new NumaShare(node, cpus, cpus, memory, free);
    }

    private static SortedMap<ResourceName, Long> memory(long memory, long pages) {
        return new TreeMap<>(Map.of(ResourceName.MEMORY, memory * GI, ResourceName.of("hugepages-2Mi"), pages * GI));
    }

    @Test
    void reservedCpusAndMemoryAreNobodys() {
        var resourceManagers = resourceManagers(KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("single-numa-node", "pod", Map.of()));
        assertThat(resourceManagers.alignment()).isEqualTo(TopologyManagerPolicy.SINGLE_NUMA_NODE);
        assertThat(resourceManagers.scope()).isEqualTo(TopologyManagerScope.POD);
        assertThat(resourceManagers.shares(resourceManagers.initialState()))
                .containsExactly(share(0, 7, memory(14, 1), memory(14, 1)), share(1, 8, memory(15, 1), memory(15, 1)));
    }

    @Test
    void whatIsNotPinnedIsNeverTaken() {
        var resourceManagers =
                resourceManagers(KubeletSettings.DEFAULT.withAlignment("restricted", "container", Map.of()));
        assertThat(resourceManagers.shares(resourceManagers.initialState()))
                .containsExactly(share(0, 8, memory(16, 1), memory(16, 1)), share(1, 8, memory(16, 1), memory(16, 1)));
    }
}
