package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.StatusReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers that somebody adds to a running pod to look into it (KEP-2837, ephemeral containers). */
// Acceptance of KEP-2837: ephemeral-capped
class EphemeralContainersTest {
    private static SteppedNode node() {
        return new SteppedNode(
                        NodeFacts.of("node", ResourceAmounts.parse("cpu=8,memory=16Gi,pods=110")),
                        FeatureGates.DEFAULT,
                        null)
                .started();
    }

    private static PodSpec withEphemeral(PodSpec spec, String... names) {
        var added = Arrays.stream(names)
                .map(name -> Container.of(name, ResourceRequirements.ABSENT))
                .toList();
        return new PodSpec(
                spec.containers(),
                spec.initContainers(),
                added,
                spec.resources(),
                spec.overhead(),
                spec.restartPolicy(),
                spec.osName(),
                spec.placement(),
                spec.details());
    }

    private static PodSpec podLevel() {
        return PodSpec.builder()
                .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                .container("c", "cpu=500m,memory=256Mi", "")
                .build();
    }

    private static StatusReport.OfContainer debugger(SteppedNode node) {
        return node.status("a").ephemeralContainers().getFirst();
    }

    @Test
    void itRunsCappedByThePodLevelAndHasNoResourcesOfItsOwn() {
        var node = node();
        node.add("a", podLevel());
        node.run();
        var held = node.state().held();
        node.resize("a", spec -> withEphemeral(spec, "debugger"));
        node.run();
        assertThat(debugger(node).state()).isInstanceOf(StatusReport.State.Running.class);
        assertThat(debugger(node).resources().isDeclared()).isFalse();
        assertThat(debugger(node).allocatedResources().isDeclared()).isFalse();
        var started = node.acts().stream()
                .filter(Act.StartContainer.class::isInstance)
                .map(Act.StartContainer.class::cast)
                .filter(act -> act.container().equals("debugger"))
                .toList();
        assertThat(started).singleElement().satisfies(act -> {
            assertThat(act.values().memoryLimit()).isEqualTo(2L << 30);
            assertThat(act.values().cpuQuota()).isEqualTo(200_000);
        });
        assertThat(node.state().held()).as("it asks the node for nothing").isEqualTo(held);
        assertThat(node.status("a").conditions().toString()).doesNotContain("PodResize");
    }

    @Test
    void itNeverStartsAgainAndThePodDoesNotCare() {
        var node = node();
        node.add("a", withEphemeral(podLevel(), "debugger"));
        node.run();
        node.exit("a", "debugger", 3);
        node.pass(Duration.ofMinutes(20));
        node.restart();
        node.pass(Duration.ofMinutes(20));
        assertThat(debugger(node).state())
                .isInstanceOfSatisfying(
                        StatusReport.State.Terminated.class,
                        ended -> assertThat(ended.exitCode()).isEqualTo(3));
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(debugger(node).restartCount()).isZero();
    }

    @Test
    void itStartsWhileInitContainersRun() {
        var node = node();
        node.add(
                "a",
                withEphemeral(
                        PodSpec.builder()
                                .initContainer("i", "cpu=1", "")
                                .container("c", "cpu=1", "")
                                .build(),
                        "debugger"));
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Pending");
        assertThat(debugger(node).state()).isInstanceOf(StatusReport.State.Running.class);
        node.exit("a", "i", 0);
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Running");
    }

    @Test
    void oneThatCannotStartHoldsUpNobody() {
        var node = node();
        node.runtime()
                .faults(act -> act instanceof Act.StartContainer start
                                && start.container().equals("debugger")
                        ? "no such image"
                        : "");
        node.add("a", withEphemeral(podLevel(), "debugger"));
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Running");
        node.exit("a", "c", 1);
        node.pass(Duration.ofMinutes(1));
        assertThat(node.status("a").containers().getFirst().restartCount()).isPositive();
        assertThat(node.events()).contains("Failed: no such image");
        node.runtime().faults(_ -> "");
        node.pass(Duration.ofMinutes(10));
        assertThat(debugger(node).state()).isInstanceOf(StatusReport.State.Running.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPodThatEndsTakesItAlong(boolean byDeletion) {
        var node = node();
        node.add(
                "a",
                withEphemeral(
                        PodSpec.builder()
                                .container("c", "cpu=1", "")
                                .restartPolicy("Never")
                                .build(),
                        "debugger"));
        node.run();
        if (byDeletion) node.delete("a");
        else node.exit("a", "c", 0);
        node.run();
        assertThat(node.runtime().running()).isEmpty();
        if (!byDeletion) assertThat(node.status("a").phase()).isEqualTo("Succeeded");
    }

    @Test
    void everyCrashOnItsWayIsSurvived() {
        var undisturbed = played(CrashPlan.NEVER);
        for (var number = 0; number < undisturbed.performed().size(); number++) {
            for (var isAfter : List.of(false, true)) {
                var node = played(new CrashPlan(number, isAfter));
                assertThat(debugger(node).state()).isInstanceOf(StatusReport.State.Running.class);
                assertThat(node.status("a").phase()).isEqualTo("Running");
            }
        }
    }

    private static SteppedNode played(CrashPlan plan) {
        var node = new SteppedNode(
                NodeFacts.of("node", ResourceAmounts.parse("cpu=8,memory=16Gi,pods=110")), FeatureGates.DEFAULT, null);
        node.crashAt(plan);
        node.started();
        node.add("a", withEphemeral(podLevel(), "debugger"));
        node.run();
        return node;
    }
}
