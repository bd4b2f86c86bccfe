package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens in whatever order: sums fit, containers stay within their pods, and every resize ends or says why not. */
// Acceptance of KEP-1287: update-sums
// Acceptance of KEP-5419: status-in-force
class RandomHistoriesTest {
    private static final int EVENTS = 400;
    private static final long MI = 1L << 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void everyResizeEndsWithAReason(long seed) {
        var random = new SplittableRandom(seed);
        var gates = FeatureGates.DEFAULT.with(Gate.MEMORY_SHRINK_BY_RECLAIM, random.nextBoolean());
        var node = new SteppedNode(Scenario.NODE, gates, null).started();
        for (var i = 0; i < EVENTS; i++) {
            happen(node, random);
            // Some events are handled while answers to others are still out.
            if (random.nextInt(3) > 0) for (var turns = random.nextInt(12); turns > 0; turns--) node.turn();
            if (random.nextInt(10) == 0) node.pass(Duration.ofSeconds(random.nextInt(90)));
            everybodyHasAReason(node);
        }
        node.runtime().faults(act -> "");
        node.runtime().calm();
        node.pass(Duration.ofMinutes(30));
        everybodyHasAReason(node);
        for (var record : node.state().pods().values()) {
            assertThat(record.conditions().inProgressOrNull()).isNull();
            assertThat(record.isWorking()).isFalse();
            assertThat(record.saving()).isZero();
        }
    }

    private static void happen(SteppedNode node, SplittableRandom random) {
        var name = "p" + random.nextInt(8);
        switch (random.nextInt(15)) {
            case 0, 1 -> {
                if (!node.names().contains(name)) node.add(name, spec(random));
            }
            case 2, 3, 4, 5, 6 -> node.resize(name, spec -> changed(spec, random));
            case 7 -> node.delete(name);
            case 8 -> node.exit(name, "c" + random.nextInt(3), random.nextInt(2));
            case 9 -> node.uses(name, "c" + random.nextInt(3), random.nextInt(600) * MI, random.nextInt(300) * MI);
            case 10 -> {
                var kind = random.nextInt(6);
                node.runtime().faults(act -> fails(act, kind) ? "fault " + kind : "");
            }
            case 11 -> node.disk().failNext(random.nextInt(3));
            case 12 -> node.restart();
            case 13 -> node.takesTimeToStop(Duration.ofSeconds(random.nextInt(40)));
            default -> node.pass(Duration.ofSeconds(random.nextInt(20)));
        }
    }

    private static boolean fails(Act act, int kind) {
        return switch (kind) {
            case 0 -> act instanceof Act.UpdateContainer;
            case 1 -> act instanceof Act.UpdatePodSandbox;
            case 2 -> act instanceof Act.WritePodCgroup;
            case 3 -> act instanceof Act.StartContainer || act instanceof Act.MeasureMemory;
            default -> false;
        };
    }

    private static PodSpec spec(SplittableRandom random) {
        var builder = PodSpec.builder()
                .placement(new PodPlacement(
                        "",
                        "",
                        random.nextInt(20) == 0 ? 2_000_000_000L : random.nextInt(3),
                        PodPlacement.UNSET,
                        false,
                        List.of()));
        var isGuaranteed = random.nextBoolean();
        for (var i = random.nextInt(3); i >= 0; i--) {
            var container = Container.of("c" + i, resources(random, isGuaranteed));
            builder.container(
                    random.nextInt(3) == 0 ? container.withResizePolicy(Scenarios.restartsForMemory()) : container);
        }
        if (random.nextInt(3) == 0) builder.podLevel("cpu=1,memory=600Mi", "cpu=2,memory=1Gi");
        return builder.build();
    }

    private static ResourceRequirements resources(SplittableRandom random, boolean isGuaranteed) {
        var cpu = 50 + random.nextInt(600);
        var memory = 32 + random.nextInt(300);
        var requests = "cpu=" + cpu + "m,memory=" + memory + "Mi";
        if (isGuaranteed) return ResourceRequirements.parse(requests, requests);
        return ResourceRequirements.parse(
                requests, "cpu=" + (cpu + random.nextInt(500)) + "m,memory=" + (memory + random.nextInt(300)) + "Mi");
    }

    private static PodSpec changed(PodSpec spec, SplittableRandom random) {
        var isGuaranteed = random.nextBoolean();
        var changed = spec.mappingContainers(container ->
                random.nextBoolean() ? container.withResources(resources(random, isGuaranteed)) : container);
        if (!spec.resources().isDeclared()) return changed;
        var cpu = 2 + random.nextInt(2);
        var memory = 700 + random.nextInt(1000);
        return changed.withResources(
                ResourceRequirements.parse("cpu=1,memory=600Mi", "cpu=" + cpu + ",memory=" + memory + "Mi"));
    }

    private static void everybodyHasAReason(SteppedNode node) {
        if (!node.state().sourcesReady()) return;
        for (var record : node.state().pods().values()) {
            if (record.stage() != Stage.ADMITTED) continue;
            if (record.wantsResize())
                assertThat(record.conditions().pendingOrNull())
                        .as(record.name())
                        .isNotNull();
            else
                assertThat(record.conditions().pendingOrNull())
                        .as(record.name())
                        .isNull();
        }
    }
}
