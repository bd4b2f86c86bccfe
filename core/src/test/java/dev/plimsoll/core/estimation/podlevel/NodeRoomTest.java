package dev.plimsoll.core.estimation.podlevel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

// Acceptance of the autoscaler: users-36
class NodeRoomTest {
    private static final ResourceAmounts CPU_NODE = amounts("cpu=16,memory=8Gi");
    private static final ResourceAmounts MEMORY_NODE = amounts("cpu=4,memory=64Gi");

    private static ResourceAmounts amounts(String text) {
        return ResourceAmounts.parse(text);
    }

    @Test
    void aPodThatFitsSomeNodeIsNotBounded() {
        var rooms = List.of(CPU_NODE, MEMORY_NODE);
        assertThat(NodeRoom.bound(rooms, amounts("cpu=16,memory=8Gi")).isEmpty())
                .isTrue();
    }

    @Test
    void aPodThatFitsNoNodeIsHeldToTheOneThatTakesLeastAway() {
        var rooms = List.of(CPU_NODE, MEMORY_NODE);
        // the largest cpu and the largest memory are on different nodes: together they fit neither
        assertThat(NodeRoom.bound(rooms, amounts("cpu=15,memory=60Gi"))).isEqualTo(MEMORY_NODE);
        assertThat(NodeRoom.bound(rooms, amounts("cpu=15,memory=10Gi"))).isEqualTo(CPU_NODE);
    }

    @Test
    void withoutNodesNothingIsBounded() {
        assertThat(NodeRoom.bound(List.of(), amounts("cpu=15")).isEmpty()).isTrue();
    }

    @Test
    void noPolicyRaisesTheCeiling() {
        var containers = List.of(container("a", "cpu=6,memory=1Gi"), container("b", "cpu=2,memory=1Gi"));
        var policy = ResourcePolicy.of().withPodPolicies(PodPolicies.DEFAULT.withMaxAllowed(amounts("cpu=100")));
        var held = new SummedContainers(ResourceAmounts.ABSENT)
                .below(amounts("cpu=4,memory=64Gi"))
                .estimate(new PodEstimator.Request(containers, List.of(), policy, Set.of(), true));
        assertThat(held.pod().orElseThrow().target().amount(Compute.CPU.resource()))
                .hasToString("4");
        assertThat(held.containers())
                .extracting(c ->
                        c.estimate().target().amount(Compute.CPU.resource()).toString())
                .containsExactly("3", "1");
    }

    private static ContainerEstimate container(String name, String target) {
        var all = amounts(target);
        return new ContainerEstimate(name, new Estimate(all, all, all, all));
    }
}
