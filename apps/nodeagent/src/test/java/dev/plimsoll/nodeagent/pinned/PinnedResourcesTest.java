package dev.plimsoll.nodeagent.pinned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.nodeagent.testing.OneNode;
import dev.plimsoll.podresources.Assigned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A machine with eight CPUs on two NUMA nodes, CPU 0 kept for the system. */
class PinnedResourcesTest {
    private static final String AMOUNTS = "cpu=8,memory=16Gi,pods=10";

    private static ResourceManagers resourceManagers(FeatureGates gates, String scope) {
        var settings = new KubeletSettings(
                "static",
                Map.of(),
                Quantity.ZERO,
                "0",
                "Static",
                Map.of(0, ResourceAmounts.parse("memory=1Gi")),
                "restricted",
                scope,
                Map.of());
        return switch (ResourceManagers.configure(MachineNotation.literal("1s2n4c1t,memory=8Gi"), settings, gates)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    @Test
    void aGuaranteedContainerHasItsCpusAndMemory() {
        var gates = FeatureGates.DEFAULT;
        var resourceManagers = resourceManagers(gates, "container");
        try (var node = new OneNode(AMOUNTS, gates, resourceManagers)) {
            var amounts = "cpu=2,memory=1Gi";
            node.run("own", PodSpec.builder().container("c1", amounts, amounts).build());
            node.run("shared", PodSpec.builder().container("c1", "cpu=100m", "").build());
            var resources = PinnedResources.under(gates, node.agent, resourceManagers);
            assertThat(resources.pods()).hasSize(2);
            var own = resources.pods().getFirst().containers().getFirst().assigned();
            assertThat(own.cpus()).hasSize(2).doesNotContain(0);
            assertThat(own.memory()).extracting(Assigned.Block::bytes).containsExactly(1L << 30);
            assertThat(resources.pods().getFirst().whole()).isEqualTo(Assigned.NOTHING);
            assertThat(resources.pods().getLast().containers())
                    .containsExactly(new Assigned.OfContainer("c1", Assigned.NOTHING));
            assertThat(resources.allocatable().cpus()).containsExactly(1, 2, 3, 4, 5, 6, 7);
            assertThat(resources.allocatable().memory())
                    .contains(
                            new Assigned.Block("memory", 7L << 30, List.of(0)),
                            new Assigned.Block("memory", 8L << 30, List.of(1)));
        }
    }

    @Test
    void whoeverHearsOfAChangeSeesTheNewState() {
        var gates = FeatureGates.DEFAULT;
        try (var node = new OneNode(AMOUNTS, gates, resourceManagers(gates, "container"))) {
            var seen = new ArrayList<ManagersState>();
            node.agent.whenPinned(() -> seen.add(node.agent.state().pinned()));
            var amounts = "cpu=2,memory=1Gi";
            node.run("own", PodSpec.builder().container("c1", amounts, amounts).build());
            assertThat(seen).isNotEmpty();
            assertThat(seen.getFirst().cpus().toString()).contains("uid-own");
            assertThat(seen.getLast()).isEqualTo(node.agent.state().pinned());
        }
    }

    @Test
    void aPodThatIsPlacedAsOneShowsItsPool() {
        var gates = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
        var resourceManagers = resourceManagers(gates, "pod");
        try (var node = new OneNode(AMOUNTS, gates, resourceManagers)) {
            var spec = PodSpec.builder()
                    .podLevel("cpu=3,memory=2Gi", "cpu=3,memory=2Gi")
                    .container("own", "cpu=2,memory=1Gi", "cpu=2,memory=1Gi")
                    .container("rest", "", "")
                    .build();
            node.run("level", spec);
            var pod = PinnedResources.under(gates, node.agent, resourceManagers)
                    .pods()
                    .getFirst();
            assertThat(pod.whole().cpus()).hasSize(3);
            assertThat(pod.containers().getFirst().assigned().cpus())
                    .hasSize(2)
                    .isSubsetOf(pod.whole().cpus());
            assertThat(pod.containers().getLast().assigned().cpus()).isEmpty();
            assertThat(pod.whole().memory()).extracting(Assigned.Block::bytes).containsExactly(2L << 30);
        }
    }
}
