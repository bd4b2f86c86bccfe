package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The gate PodLevelResources is switched off on a node with running pods. KEP-2837: "Pods that are already running with resources
 * provisioned will continue running with resources provisioned at the time of execution", and a kubelet without the gate rejects others.
 */
// Acceptance of KEP-2837: downgrade-running, provisioned
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-5419: pod-level-off
class PodLevelGateOffTest {
    private static final FeatureGates OFF = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCES, false)
            .with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS, false);

    private SteppedNode node;

    @BeforeEach
    void start() {
        node = new SteppedNode(
                        NodeFacts.of("node", ResourceAmounts.parse("cpu=8,memory=16Gi,pods=110")),
                        FeatureGates.DEFAULT,
                        null)
                .started();
        node.add("a", spec());
        node.run();
    }

    private static PodSpec spec() {
        return PodSpec.builder()
                .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                .container("c", "cpu=500m,memory=256Mi", "")
                .container("d", "", "")
                .build();
    }

    private String limits() {
        return String.valueOf(node.runtime().observe("uid-a").actual().podOrNull());
    }

    @Test
    void whatRunsGoesOnWithWhatWasProvisioned() {
        var before = limits();
        var acts = node.acts().size();
        node.restart(OFF, null);
        node.pass(Duration.ofMinutes(10));
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(limits()).isEqualTo(before);
        assertThat(node.acts()).as("nothing was done to it").hasSize(acts);
        assertThat(node.status("a").qosClass()).isEqualTo("Burstable");
        assertThat(node.status("a").resources().isDeclared())
                .as("not the pod level's status")
                .isFalse();
    }

    @Test
    void containersOfItThatEndStartAgainWithinItsBounds() {
        var before = limits();
        node.restart(OFF, null);
        node.run();
        node.exit("a", "c", 1);
        node.pass(Duration.ofMinutes(1));
        assertThat(node.status("a").containers().getFirst().restartCount()).isPositive();
        assertThat(limits()).isEqualTo(before);
    }

    @Test
    void newPodsWithPodLevelResourcesAreRejected() {
        node.restart(OFF, null);
        node.run();
        node.add("b", spec());
        node.run();
        assertThat(node.status("b").phase()).isEqualTo("Failed");
        assertThat(node.status("b").reason()).isEqualTo("PodLevelResourcesNotSupported");
    }

    @Test
    void aResizeOfItIsInfeasibleAndIsDoneWhenTheGateIsBack() {
        node.restart(OFF, null);
        node.run();
        var before = limits();
        node.resize(
                "a",
                spec -> spec.withResources(ResourceRequirements.of(
                        ResourceAmounts.parse("cpu=1,memory=1Gi"), ResourceAmounts.parse("cpu=3,memory=3Gi"))));
        node.run();
        assertThat(node.status("a").conditions().toString())
                .contains("Infeasible")
                .contains("PodLevelResources is disabled");
        assertThat(limits()).isEqualTo(before);
        node.restart(FeatureGates.DEFAULT, null);
        node.pass(Duration.ofMinutes(10));
        assertThat(node.status("a").resources().limits()).isEqualTo(ResourceAmounts.parse("cpu=3,memory=3Gi"));
    }

    @Test
    void theWayBackChangesNothing() {
        var before = limits();
        node.restart(OFF, null);
        node.run();
        node.restart(FeatureGates.DEFAULT, null);
        node.run();
        assertThat(limits()).isEqualTo(before);
        assertThat(node.status("a").resources().limits()).isEqualTo(ResourceAmounts.parse("cpu=2,memory=2Gi"));
    }
}
