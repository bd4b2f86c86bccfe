package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.StatusReport;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nodes whose features are off, that were run by an older version, and pods that are not resized like others. */
// Acceptance of KEP-1287: infeasible-static, shutting-down, upgrade-running, upgrade-left-undone
// Acceptance of KEP-5419: opt-in, skew-node-off
class GatesAndSkewTest {
    private static final PodSpec ONE =
            PodSpec.builder().container("c1", "cpu=1,memory=512Mi", "").build();
    private static final PodSpec MORE =
            PodSpec.builder().container("c1", "cpu=2,memory=512Mi", "").build();
    private static final PodSpec LEVELS = PodSpec.builder()
            .podLevel("cpu=1,memory=512Mi", "cpu=2,memory=1Gi")
            .container("c1", "", "")
            .build();

    private static SteppedNode node(FeatureGates gates) {
        return new SteppedNode(Scenario.NODE, gates, null).started();
    }

    private static StatusReport.OfContainer container(SteppedNode node) {
        return Objects.requireNonNull(node.status("a").container("c1"));
    }

    private static String pending(SteppedNode node) {
        return node.status("a").conditions().stream()
                .filter(condition -> condition.type().equals("PodResizePending"))
                .map(condition -> condition.reason() + ": " + condition.message())
                .findFirst()
                .orElse("");
    }

    @Test
    void withoutPodLevelResizeNothingIsSaidOfThePodAndItsSizeStays() {
        var node = node(FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false));
        node.add("a", LEVELS);
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(node.status("a").resources()).isEqualTo(ResourceRequirements.ABSENT);
        assertThat(node.status("a").allocatedResources().isDeclared()).isFalse();
        var before = node.runtime().observe("uid-a").actual().podOrNull();
        node.resize(
                "a", spec -> spec.withResources(ResourceRequirements.parse("cpu=2,memory=512Mi", "cpu=3,memory=1Gi")));
        node.run();
        assertThat(pending(node)).isEqualTo("Infeasible: InPlacePodLevelResourcesVerticalScaling is disabled");
        assertThat(node.runtime().observe("uid-a").actual().podOrNull()).isEqualTo(before);
    }

    @Test
    void withoutPodLevelResizeContainersAreResizedAllTheSame() {
        var node = node(FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false));
        node.add("a", ONE);
        node.run();
        node.resize("a", spec -> MORE);
        node.run();
        assertThat(pending(node)).isEmpty();
        assertThat(container(node).resources().requests().toString()).isEqualTo("cpu=2,memory=512Mi");
    }

    /** A pod that an older node has run: nothing on disk, no word in its status of what its containers have. */
    @Test
    void aPodOfAnOlderNodeKeepsRunningAndCanBeResized() {
        var node = node(FeatureGates.DEFAULT);
        node.add("a", ONE);
        node.run();
        var id = container(node).containerId();
        node.upgrade();
        node.run();
        assertThat(container(node).containerId()).isEqualTo(id);
        assertThat(container(node).restartCount()).isZero();
        assertThat(container(node).allocatedResources().toString()).isEqualTo("cpu=1,memory=512Mi");
        assertThat(node.status("a").conditions())
                .noneMatch(condition -> condition.type().startsWith("PodResize"));
        node.resize("a", spec -> MORE);
        node.run();
        assertThat(container(node).containerId()).isEqualTo(id);
        assertThat(container(node).resources().requests().toString()).isEqualTo("cpu=2,memory=512Mi");
    }

    /** The spec was changed under an older node, which did nothing about it. */
    @Test
    void whatAnOlderNodeLeftUndoneIsDone() {
        var node = node(FeatureGates.DEFAULT);
        node.add("a", ONE);
        node.run();
        var id = container(node).containerId();
        node.resize("a", spec -> MORE);
        node.upgrade();
        node.run();
        assertThat(container(node).containerId()).isEqualTo(id);
        assertThat(container(node).resources().requests().toString()).isEqualTo("cpu=2,memory=512Mi");
        var actual =
                Objects.requireNonNull(node.runtime().observe("uid-a").actual().container("c1"));
        assertThat(Objects.requireNonNull(actual.limits()).cpuShares()).isEqualTo(2048);
    }

    @Test
    void staticPodsAreNotResized() {
        var node = node(FeatureGates.DEFAULT);
        node.add("a", ONE, PodSource.STATIC);
        node.run();
        node.resize("a", spec -> MORE);
        node.run();
        assertThat(pending(node)).isEqualTo("Infeasible: In-place resize of static-pods is not supported");
        assertThat(container(node).resources().requests().toString()).isEqualTo("cpu=1,memory=512Mi");
    }

    /** KEP-1287: a pod that is shutting down gracefully is resized where that is possible. */
    @Test
    void aPodThatShutsDownDoesNotBlockAndIsNotStartedAgain() {
        var node = node(FeatureGates.DEFAULT);
        node.add("a", ONE);
        node.run();
        node.delete("a");
        node.resize("a", spec -> MORE);
        node.run();
        assertThat(node.names()).isEmpty();
        assertThat(node.acts().stream().filter(Act.StartContainer.class::isInstance))
                .hasSize(1);
    }
}
