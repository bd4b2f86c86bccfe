package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes that cannot do what KEP-2837 asks of them say so, and take other pods. */
// Acceptance of KEP-2837: cgroup-v1, skew-node, many-pods, windows-node
class Kep2837NodeTest {
    private static final NodeFacts NODE = NodeFacts.of("node", ResourceAmounts.parse("cpu=8,memory=8Gi,pods=2"));
    private static final PodSpec LEVEL =
            PodSpec.builder().podLevel("cpu=1", "").container("c", "", "").build();
    private static final PodSpec PLAIN =
            PodSpec.builder().container("c", "cpu=1", "").build();

    static Stream<Arguments> unable() {
        return Stream.of(
                arguments(
                        "cgroups of version 1",
                        NODE.withAbilities(NodeAbilities.LINUX.withSystem("linux", 1)),
                        FeatureGates.DEFAULT,
                        "pod-level resources are not supported on cgroups v1"),
                arguments(
                        "Windows",
                        NODE.withAbilities(NodeAbilities.LINUX.withSystem("windows", 2)),
                        FeatureGates.DEFAULT,
                        "pod-level resources are not supported on Windows"),
                arguments(
                        "the gate is off",
                        NODE,
                        FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false),
                        "PodLevelResources feature gate is disabled"));
    }

    @ParameterizedTest(name = "{0}: refused with a reason, and pods without the field run")
    @MethodSource("unable")
    void refused(String sentence, NodeFacts facts, FeatureGates gates, String why) {
        var node = new SteppedNode(facts, gates, null).started();
        node.add("level", LEVEL);
        node.add("plain", PLAIN);
        node.run();
        assertThat(node.status("level").phase()).as(sentence).isEqualTo("Failed");
        assertThat(node.status("level").reason()).isEqualTo("PodLevelResourcesNotSupported");
        assertThat(node.status("level").message()).isEqualTo("Pod was rejected: " + why);
        assertThat(node.events()).contains("PodLevelResourcesNotSupported: " + why);
        assertThat(node.status("plain").phase()).isEqualTo("Running");
    }

    @Test
    @DisplayName("small pods do not crowd a node: no more than its number of pods")
    void numberOfPods() {
        var node = new SteppedNode(NODE, FeatureGates.DEFAULT, null).started();
        for (var name : new String[] {"a", "b", "c"}) node.add(name, LEVEL);
        node.run();
        assertThat(node.status("b").phase()).isEqualTo("Running");
        assertThat(node.status("c").reason()).isEqualTo("OutOfpods");
        assertThat(node.status("c").message())
                .isEqualTo(
                        "Pod was rejected: Node didn't have enough resource: pods, requested: 1, used: 2, capacity: 2");
    }
}
