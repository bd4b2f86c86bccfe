package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.restoration.RestoredState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: back-off
/** How long a container that keeps ending waits: from its end on, and over a restart of the node. */
class CrashLoopBackoffTest {
    private static final NodeMachine MACHINE = NodeMachine.under(FeatureGates.DEFAULT, null);
    private static final PodRecord POD =
            Records.running("p", PodSpec.builder().container("c", "", "").build());

    private static NodeStep ended(NodeState state, Instant at) {
        var record = state.pod("uid-p");
        if (record == null) throw new AssertionError("no pod");
        var instance = instance(record).exited(1, "Error", at);
        var observed = record.observed().withActual(record.actual().with("c", instance));
        return MACHINE.step(state, new NodeEvent.PodObserved(at, "uid-p", observed));
    }

    private static ContainerInstance instance(PodRecord record) {
        return Objects.requireNonNull(record.actual().container("c"));
    }

    private static boolean starts(NodeStep step) {
        return step.effects().stream().anyMatch(Act.StartContainer.class::isInstance);
    }

    @Test
    void the_first_restart_is_at_once_and_the_delay_of_the_next_counts_from_its_end() {
        var first = ended(Records.node(Records.NODE, POD), Records.NOW);
        assertThat(starts(first)).isTrue();
        // It runs again, for eight seconds.
        var again = Records.with(POD, draft -> draft.backoff("c", CrashLoopBackoff.first(Records.NOW)));
        var end = Records.NOW.plusSeconds(8);
        var second = ended(Records.node(Records.NODE, again), end);
        assertThat(starts(second)).isFalse();
        assertThat(second.effects()).contains(new Effect.WakeUp("uid-p", end.plusSeconds(10)));
        var early = MACHINE.step(second.state(), new NodeEvent.TimerFired(end.plusSeconds(9), "uid-p"));
        assertThat(starts(early)).isFalse();
        var due = MACHINE.step(second.state(), new NodeEvent.TimerFired(end.plusSeconds(10), "uid-p"));
        assertThat(starts(due)).isTrue();
        var record = due.state().pod("uid-p");
        assertThat(record).isNotNull();
        assertThat(Objects.requireNonNull(record.backoffs().get("c")).delay()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void a_node_that_starts_again_waits_on() {
        var ends = Records.with(POD, draft -> {
            draft.backoff("c", new CrashLoopBackoff(Duration.ofSeconds(160), Records.NOW));
            draft.observed = draft.observed.withActual(
                    POD.actual().with("c", instance(POD).exited(1, "Error", Records.NOW)));
        });
        var saved = new Effect.SaveActuated(1, Records.node(Records.NODE, ends)).content();
        var allocated = new Effect.SaveAllocated(1, Records.node(Records.NODE, ends)).content();
        var now = Records.NOW.plusSeconds(60);
        var nothing = new RestoredState.Ready(MACHINE.initial(Records.NODE).pinned(), List.of(), Set.of());
        var restarted = MACHINE.step(
                MACHINE.initial(Records.NODE),
                new NodeEvent.Restarted(
                        now, allocated, saved, Map.of(), nothing, new TreeMap<>(Map.of("uid-p", ends.observed()))));
        var added = MACHINE.step(restarted.state(), NodeEvent.PodsAdded.one(now, ends.pod()));
        assertThat(starts(added)).isFalse();
        var due = MACHINE.step(added.state(), new NodeEvent.TimerFired(Records.NOW.plusSeconds(160), "uid-p"));
        assertThat(starts(due)).isTrue();
    }
}
