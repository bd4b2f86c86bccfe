package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node agent that dies between the last status of a pod and its removal from the API. */
class RemovalAfterRestartTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final NodeMachine machine = NodeMachine.under(FeatureGates.DEFAULT, null);

    @Test
    void aPodThatHasEndedAndIsBeingDeletedIsRemoved() {
        assertThat(effects(new ObjectMeta.Deletion(NOW, 5))).hasAtLeastOneElementOfType(Effect.ForgetPod.class);
    }

    @Test
    void aPodThatHasEndedStaysUntilSomebodyDeletesIt() {
        assertThat(effects(null)).doesNotHaveAnyElementsOfTypes(Effect.ForgetPod.class);
    }

    private List<? extends Effect> effects(ObjectMeta.@Nullable Deletion deletion) {
        var meta = new ObjectMeta("p", "", "default", "u", 1, Map.of(), Map.of(), deletion);
        var spec = PodSpec.builder().container("c", "cpu=1", "").build();
        var status = new PodStatus(
                "Failed", "", 1, List.of(), List.of(), List.of(), ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);
        var event = new NodeEvent.PodsAdded(NOW, List.of(new Pod(meta, spec, status)), PodSource.API);
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=8,memory=16Gi,pods=110"));
        return machine.step(machine.initial(facts), event).effects();
    }
}
