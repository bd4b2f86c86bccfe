package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.core.resize.admission.MissingText;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: resize-deferred
/** What a deferred resize waits for: as the node tells it, and as it is read back from what the node told. */
class WaitingResizeTest {
    private static PodRecord pod(String name, String requests) {
        return Records.running(
                name, PodSpec.builder().container("c", requests, "").build());
    }

    private static PodRecord deferred(String name, String requests, String wanted) {
        var wants = PodSpec.builder().container("c", wanted, "").build();
        return Records.with(
                Records.wanting(pod(name, requests), _ -> wants),
                draft -> draft.conditions = draft.conditions.pending(Condition.DEFERRED, "waits", 2, Records.NOW));
    }

    @Test
    void theLargestHoldersAreNamedAndAllAreCounted() {
        var state = Records.node(
                Records.NODE,
                pod("a", "cpu=500m"),
                pod("b", "cpu=1"),
                pod("c", "cpu=500m,memory=1Gi"),
                pod("d", "cpu=100m"),
                pod("e", "memory=1Gi"),
                deferred("w", "cpu=1", "cpu=3"));
        var waiting = NodeMachine.under(FeatureGates.DEFAULT, null).waiting(state, 10);
        assertThat(waiting).singleElement().satisfies(resize -> {
            assertThat(resize.pod().name()).isEqualTo("w");
            var holders = resize.holders().getFirst();
            assertThat(holders.resource()).isEqualTo(ResourceName.CPU);
            assertThat(holders.count()).isEqualTo(4);
            assertThat(holders.largest())
                    .extracting(Holders.Holder::name, Holders.Holder::units)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("b", 1000L),
                            org.assertj.core.groups.Tuple.tuple("a", 500L),
                            org.assertj.core.groups.Tuple.tuple("c", 500L));
        });
        assertThat(NodeMachine.under(FeatureGates.DEFAULT, null).waiting(state, 0))
                .isEmpty();
    }

    @Test
    void whatTheConditionSaysCanBeReadBack() {
        assertThat(MissingText.read(
                        "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000."
                                + " Missing: cpu 500m (held by 1 other pod), memory 1536Mi (held by 12 other pods)."))
                .isEqualTo(List.of(
                        new MissingText.Missing(ResourceName.CPU, "500m", 1),
                        new MissingText.Missing(ResourceName.MEMORY, "1536Mi", 12)));
        assertThat(MissingText.read(
                        "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000"))
                .isEqualTo(List.of(new MissingText.Missing(ResourceName.CPU, "500m", -1)));
        assertThat(MissingText.read("no room")).isEmpty();
    }
}
