package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each NUMA node can still give to pods for themselves. */
class NumaShareTest {
    private static final long GI = 1L << 30;

    private static Pinning pinning(KubeletSettings settings) {
        return switch (Pinning.configure(
                MachineNotation.literal("2s2n8c1t,memory=16Gi"), settings, FeatureGates.DEFAULT)) {
            case Pinning.Configured.Ready(var pinning) -> pinning;
            case Pinning.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    @Test
    void reservedCpusAndMemoryAreNobodys() {
        var pinning = pinning(KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("single-numa-node", "pod", Map.of()));
        assertThat(pinning.alignment()).isEqualTo(AlignmentPolicy.SINGLE_NUMA_NODE);
        assertThat(pinning.scope()).isEqualTo(AlignmentScope.POD);
        assertThat(pinning.shares(pinning.initialState()))
                .containsExactly(new NumaShare(0, 7, 7, 15 * GI, 15 * GI), new NumaShare(1, 8, 8, 16 * GI, 16 * GI));
    }

    @Test
    void whatIsNotPinnedIsNeverTaken() {
        var pinning = pinning(KubeletSettings.DEFAULT.withAlignment("restricted", "container", Map.of()));
        assertThat(pinning.shares(pinning.initialState()))
                .containsExactly(new NumaShare(0, 8, 8, 16 * GI, 16 * GI), new NumaShare(1, 8, 8, 16 * GI, 16 * GI));
    }
}
