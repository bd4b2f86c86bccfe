package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** KEP-5526 where the gate is switched on and off under running pods, on a whole node with its files. */
// Acceptance of KEP-5526: rollback-running, rollback-new, rollback-again, rollout-running
class Kep5526RollbackTest {
    private static final FeatureGates OFF = FeatureGates.DEFAULT;
    private static final FeatureGates ON = OFF.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
    private static final String TWO = "cpu=2,memory=2Gi";

    private static ResourceManagers resourceManagers(FeatureGates gates) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("restricted", "pod", Map.of());
        return switch (ResourceManagers.configure(MachineNotation.literal("2s2n8c1t,memory=10Gi"), settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static SteppedNode node(FeatureGates gates) {
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=15,memory=19Gi,pods=110"));
        return new SteppedNode(facts, gates, resourceManagers(gates)).started();
    }

    private static void restart(SteppedNode node, FeatureGates gates) {
        node.restart(gates, resourceManagers(gates));
        node.run();
    }

    private static PodSpec mixed() {
        return PodSpec.builder()
                .podLevel("cpu=4,memory=4Gi", "cpu=4,memory=4Gi")
                .container("c1", TWO, TWO)
                .container(Container.of("c2", ResourceRequirements.EMPTY))
                .container(Container.of("c3", ResourceRequirements.EMPTY))
                .build();
    }

    private static PodSpec plain() {
        return PodSpec.builder().container("c", TWO, TWO).build();
    }

    private static String cpus(SteppedNode node, String pod, String container) {
        return node.runtime().cpus(SteppedNode.uid(pod), container).toString();
    }

    private static void assertMixed(SteppedNode node) {
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-2");
        assertThat(cpus(node, "a", "c2")).isEqualTo("3-4");
        assertThat(cpus(node, "a", "c3")).isEqualTo("3-4");
        assertThat(node.acts().stream()
                        .filter(act -> act.uid().equals(SteppedNode.uid("a")))
                        .filter(dev.plimsoll.core.resize.protocol.Act.StartContainer.class::isInstance))
                .as("nothing was started again")
                .hasSize(3);
    }

    @Test
    @DisplayName("rollback: what runs keeps its CPUs, nobody else gets them, and new pods are treated by the old logic")
    void rollback() {
        var node = node(ON);
        node.add("a", mixed());
        node.run();
        restart(node, OFF);
        assertMixed(node);
        node.add("b", plain());
        node.add("late", mixed());
        node.run();
        assertThat(cpus(node, "b", "c")).isEqualTo("5-6");
        assertThat(node.status("late").phase()).as("admitted").isEqualTo("Running");
        assertThat(cpus(node, "late", "c1")).as("on shared CPUs").isEqualTo("0,7-15");
        restart(node, OFF);
        assertMixed(node);

        restart(node, ON);
        assertMixed(node);
        assertThat(cpus(node, "late", "c1")).as("what runs is left alone").isEqualTo("0,7-15");
        node.delete("a");
        node.run();
        node.add("again", mixed());
        node.run();
        assertThat(cpus(node, "again", "c2")).as("aligned once more").isEqualTo("3-4");
    }

    @Test
    @DisplayName("rollout: files of the old form are read, what runs is left alone, new pods are placed as a whole")
    void rollout() {
        var node = node(OFF);
        node.add("plain", plain());
        node.add("early", mixed());
        node.run();
        assertThat(node.disk().read(PinnedFiles.CPUS)).doesNotContain("podEntries");
        assertThat(cpus(node, "early", "c1")).isEqualTo("0,3-15");
        restart(node, ON);
        assertThat(cpus(node, "plain", "c")).isEqualTo("1-2");
        assertThat(node.status("early").phase()).isEqualTo("Running");
        assertThat(cpus(node, "early", "c1")).isEqualTo("0,3-15");
        node.add("a", mixed());
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("3-4");
        assertThat(cpus(node, "a", "c2")).isEqualTo("5-6");
        assertThat(node.disk().read(PinnedFiles.CPUS)).contains("podEntries").contains("uid-a");
        assertThat(cpus(node, "early", "c1")).as("makes room").isEqualTo("0,7-15");
    }
}
