package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.allocatable.EvictionSoft;
import dev.plimsoll.core.allocatable.EvictionThreshold;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.eviction.NodePressure;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.core.resize.eviction.PodConsumption;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: eviction
/** Soft thresholds, minimum reclaim and inodes, look by look. */
class SoftEvictionTest {
    private static final long MI = 1 << 20;
    private static final EvictionSoft SOFT = new EvictionSoft(
            Map.of(EvictionSignal.MEMORY, new EvictionThreshold.Amount(300 * MI)),
            Map.of(EvictionSignal.MEMORY, Duration.ofSeconds(60)),
            Map.of(EvictionSignal.MEMORY, new EvictionThreshold.Amount(200 * MI)),
            Duration.ofSeconds(20));
    private static final EvictionHard RULES = EvictionHard.DEFAULT.with(SOFT);
    private static final NodeState NODE = NodeMachine.under(FeatureGates.DEFAULT, null)
            .initial(Records.NODE)
            .with(Records.running(
                    "web", PodSpec.builder().container("c1", "memory=100Mi", "").build()));

    private final NodePressure pressure = NodePressure.under(FeatureGates.DEFAULT, RULES, Duration.ofMinutes(5));
    private NodePressure.Memory memory = NodePressure.Memory.NOTHING;
    private Instant now = Records.NOW;

    private NodePressure.Decision look(long mebibytes, int seconds) {
        return look(EvictionSignal.MEMORY, new Availability(4096 * MI, mebibytes * MI), seconds);
    }

    private NodePressure.Decision look(EvictionSignal signal, Availability available, int seconds) {
        now = now.plusSeconds(seconds);
        var decision = pressure.decide(
                memory,
                NODE,
                new NodePressure.Reading(now, Map.of(signal, available), PodConsumption.ofMemory(Map.of())));
        memory = decision.memory();
        return decision;
    }

    @Test
    void aSoftThresholdIsShownAtOnceAndActedOnAfterItsGracePeriod() {
        var first = look(250, 0);
        assertThat(first.conditions()).containsExactly(NodeCondition.MEMORY_PRESSURE);
        assertThat(first.eviction()).isEmpty();
        assertThat(look(250, 59).eviction()).isEmpty();
        var due = look(250, 1).eviction().orElseThrow();
        assertThat(due.uid()).isEqualTo("uid-web");
        assertThat(due.message()).startsWith("The node was low on resource: memory. Threshold quantity: 300Mi,");
        // The pod asks for 30 s; the node gives 20.
        assertThat(due.grace()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aBreakBeginsTheGracePeriodAnew() {
        look(250, 0);
        look(400, 50);
        look(250, 10);
        assertThat(look(250, 59).eviction()).isEmpty();
        assertThat(look(250, 1).eviction()).isPresent();
    }

    @Test
    void itIsToldAsItWasConfigured() {
        assertThat(SOFT.thresholdTexts()).isEqualTo(Map.of("memory.available", "300Mi"));
        assertThat(SOFT.gracePeriodTexts()).isEqualTo(Map.of("memory.available", "60s"));
        assertThat(SOFT.minimumReclaimTexts()).isEqualTo(Map.of("memory.available", "200Mi"));
    }

    @Test
    void aHardThresholdDoesNotWait() {
        assertThat(look(90, 0).eviction().orElseThrow().grace()).isEqualTo(NodePressure.GRACE);
    }

    @Test
    void onceSomebodyHadToGoMoreIsFreedThanTheThreshold() {
        look(90, 0);
        // The pod that was told to go has had its time.
        assertThat(look(250, 31).reclaimingOrNull())
                .as("less than 300Mi + 200Mi")
                .isEqualTo(EvictionSignal.MEMORY);
        assertThat(look(499, 31).reclaimingOrNull()).isEqualTo(EvictionSignal.MEMORY);
        assertThat(look(500, 31).reclaimingOrNull()).isNull();
        assertThat(look(499, 31).reclaimingOrNull()).isNull();
    }

    @Test
    void filesRunShortAsBytesDo() {
        var decision = look(EvictionSignal.NODEFS_INODES, new Availability(1000, 49), 0);
        assertThat(decision.conditions()).containsExactly(NodeCondition.DISK_PRESSURE);
        assertThat(decision.eviction().orElseThrow().message())
                .isEqualTo("The node was low on resource: inodes. Threshold quantity: 50, available: 49. ");
        memory = NodePressure.Memory.NOTHING;
        assertThat(look(EvictionSignal.NODEFS_INODES, new Availability(1000, 50), 0)
                        .eviction())
                .isEmpty();
    }

    /** Against a twin that keeps the whole history and asks it. */
    @Test
    void randomHistoriesEndAsTheirWholeHistorySays() {
        var random = new Random(3);
        for (var run = 0; run < 200; run++) {
            memory = NodePressure.Memory.NOTHING;
            var since = Instant.MAX;
            var unresolved = false;
            for (var i = 0; i < 50; i++) {
                var step = 1 + random.nextInt(30);
                var available = 50 + random.nextInt(600);
                var at = now.plusSeconds(step);
                if (available >= 300) since = Instant.MAX;
                else if (since.equals(Instant.MAX)) since = at;
                var expected = available < 100
                        || (available < 300 && !at.isBefore(since.plusSeconds(60)))
                        || (unresolved && available < 500);
                var isAwaited = !memory.victim().isEmpty()
                        && memory.askedAtOrNull() != null
                        && at.isBefore(memory.askedAtOrNull().plusSeconds(30));
                unresolved = expected;
                var decision = look(available, step);
                assertThat(decision.reclaimingOrNull() != null).isEqualTo(expected && !isAwaited);
            }
        }
    }
}
