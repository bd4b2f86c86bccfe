package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.admission.CriticalPodPreemption;
import dev.plimsoll.core.resize.admission.Feasibility;
import dev.plimsoll.core.resize.admission.Feasibility.Verdict;
import dev.plimsoll.core.resize.admission.NodeAdmissionRules;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of feasibility: who may have what, and what is said to those who may not. */
// Acceptance of KEP-1287: pending-deferred, pending-infeasible, infeasible-swap, infeasible-cpu-manager
// Acceptance of KEP-1287: pending-message, critical-pods, fit, gate-locked
// Acceptance of KEP-5419: no-eviction, skew-node-off
// Acceptance of nodes: resize-infeasible
class FeasibilityTest {
    private static final PodSpec SMALL =
            PodSpec.builder().container("c1", "cpu=1,memory=1Gi", "").build();
    private static final PodSpec LARGE =
            PodSpec.builder().container("c1", "cpu=2,memory=2Gi", "").build();

    record Row(String sentence, Verdict expected, FeatureGates gates, NodeState state, PodRecord pod) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static UnaryOperator<PodSpec> requests(String amounts) {
        return spec ->
                spec.mappingContainers(container -> container.withResources(ResourceRequirements.parse(amounts, "")));
    }

    private static Row row(String sentence, Verdict expected, NodeFacts facts, PodRecord pod, PodRecord... others) {
        return row(sentence, expected, FeatureGates.DEFAULT, facts, pod, others);
    }

    private static Row row(
            String sentence,
            Verdict expected,
            FeatureGates gates,
            NodeFacts facts,
            PodRecord pod,
            PodRecord... others) {
        return new Row(sentence, expected, gates, Records.node(facts, others).with(pod), pod);
    }

    static Stream<Row> rows() {
        var a = Records.running("a", SMALL);
        var b = Records.running("b", LARGE);
        var waits = Records.with(Records.running("w", SMALL), draft -> {
            draft.stage = Stage.WAITING;
            draft.allocated = null;
        });
        var more = Records.wanting(a, requests("cpu=1500m,memory=1Gi"));
        var podLevel = Records.running(
                "p",
                PodSpec.builder()
                        .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                        .container("c1", "", "")
                        .build());
        var morePodLevel = Records.wanting(
                podLevel,
                spec -> spec.withResources(ResourceRequirements.parse("cpu=1,memory=1Gi", "cpu=3,memory=2Gi")));
        return Stream.of(
                row("what fits is granted", granted(), Records.NODE, more, b),
                row(
                        "what others hold is not there now, and the message says what is missing and how many hold it",
                        new Verdict.Deferred(
                                "OutOfcpu",
                                "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000."
                                        + " Missing: cpu 500m (held by 1 other pod).",
                                "Missing: cpu 500m. Held by: default/b cpu 2."),
                        Records.NODE,
                        Records.wanting(a, requests("cpu=2500m,memory=1Gi")),
                        b),
                row(
                        "what a pod waits for that was sent here is not free",
                        new Verdict.Deferred(
                                "OutOfcpu",
                                "Node didn't have enough resource: cpu, requested: 1500, used: 3000, capacity: 4000."
                                        + " Missing: cpu 500m (held by 1 other pod).",
                                "Missing: cpu 500m. Held by: default/b cpu 2."),
                        Records.NODE,
                        more,
                        Records.with(b, draft -> {
                            draft.stage = Stage.TERMINATING;
                            draft.removed = true;
                        }),
                        waits),
                row(
                        "who asks for less is granted it beside a pod that waits",
                        granted(),
                        Records.NODE,
                        Records.wanting(a, requests("cpu=500m,memory=1Gi")),
                        b,
                        waits),
                row(
                        "every resource that is missing is named",
                        new Verdict.Deferred(
                                "OutOfcpu",
                                "Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000."
                                        + " Missing: cpu 1 (held by 1 other pod), memory 1Gi (held by 1 other pod).",
                                "Missing: cpu 1, memory 1Gi. Held by: default/b cpu 2; default/b memory 2Gi."),
                        Records.NODE,
                        Records.wanting(a, requests("cpu=3,memory=3Gi")),
                        b),
                row(
                        "what the node never has is infeasible, and the message says what would fit",
                        new Verdict.Infeasible(
                                "Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000. Would fit: at most cpu"
                                        + " 4 on an otherwise empty node.",
                                "insufficient_node_allocatable"),
                        Records.NODE,
                        Records.wanting(a, requests("cpu=5,memory=1Gi")),
                        b),
                row(
                        "a pod that was promised less still counts with what it has",
                        new Verdict.Deferred(
                                "OutOfcpu",
                                "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000."
                                        + " Missing: cpu 500m (held by 1 other pod).",
                                "Missing: cpu 500m. Held by: default/b cpu 2."),
                        Records.NODE,
                        Records.wanting(a, requests("cpu=2500m,memory=1Gi")),
                        Records.allocated(b, requests("cpu=1,memory=2Gi"))),
                row(
                        "static pods are not resized",
                        new Verdict.Infeasible("In-place resize of static-pods is not supported", "static_pod"),
                        Records.NODE,
                        Records.with(more, draft -> draft.source = PodSource.STATIC)),
                row(
                        "nothing is resized on Windows",
                        new Verdict.Infeasible("In-place pod resize is not supported on Windows", "windows"),
                        Records.NODE.withAbilities(NodeAbilities.LINUX.withSystem("windows", 2)),
                        more),
                row(
                        "nor on other systems",
                        new Verdict.Infeasible(
                                "In-place pod resize is not supported on this node", "unsupported_platform"),
                        Records.NODE.withAbilities(NodeAbilities.LINUX.withSystem("plan9", 2)),
                        more),
                row(
                        "memory requests of containers with swap stay",
                        new Verdict.Infeasible(
                                "In-place resize of containers with swap is not supported. Would fit: unchanged memory requests"
                                        + " of containers with swap.",
                                "swap_limitation"),
                        Records.NODE.withAbilities(NodeAbilities.LINUX.withSwap(NodeAbilities.LIMITED_SWAP, 1L << 30)),
                        Records.wanting(a, requests("cpu=1,memory=512Mi"))),
                row(
                        "their cpu may change",
                        granted(),
                        Records.NODE.withAbilities(NodeAbilities.LINUX.withSwap(NodeAbilities.LIMITED_SWAP, 1L << 30)),
                        more),
                row(
                        "the pod level is not resized with its gate off",
                        new Verdict.Infeasible(
                                "InPlacePodLevelResourcesVerticalScaling is disabled", "plr_feature_gate_off"),
                        FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false),
                        Records.NODE,
                        morePodLevel),
                row("and is with it", granted(), Records.NODE, morePodLevel),
                row(
                        "nothing is resized with the gate off",
                        new Verdict.Infeasible("InPlacePodVerticalScaling is disabled", "feature_gate_off"),
                        FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING, false),
                        Records.NODE,
                        more),
                row(
                        "under disk pressure everybody waits",
                        new Verdict.Deferred("Evicted", "The node had condition: [DiskPressure]. "),
                        Records.NODE.withConditions(Set.of(NodeCondition.DISK_PRESSURE)),
                        more),
                row(
                        "under memory pressure only those who promised nothing wait",
                        granted(),
                        Records.NODE.withConditions(Set.of(NodeCondition.MEMORY_PRESSURE)),
                        more),
                row(
                        "on a node that has become too small a pod may still shrink",
                        granted(),
                        Records.NODE.withAllocatable(ResourceAmounts.parse("cpu=1,memory=4Gi,pods=110")),
                        Records.wanting(b, requests("cpu=1500m,memory=2Gi"))),
                row(
                        "a critical pod makes others go",
                        new Verdict.AfterVictims(
                                List.of("uid-b"),
                                "cpu",
                                new Verdict.Deferred(
                                        "OutOfcpu",
                                        "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000."
                                                + " Missing: cpu 500m (held by 1 other pod).",
                                        "Missing: cpu 500m. Held by: default/b cpu 2.")),
                        Records.NODE,
                        Records.wanting(Records.running("k", critical(SMALL)), requests("cpu=2500m,memory=1Gi")),
                        b));
    }

    private static PodSpec critical(PodSpec spec) {
        return PodSpec.builder()
                .container(spec.containers().getFirst())
                .placement(new PodPlacement("", "", 2_000_000_000L, PodPlacement.UNSET, false, List.of()))
                .build();
    }

    private static Verdict granted() {
        return new Verdict.Granted(Records.node(Records.NODE).pinned());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void verdict(Row row) {
        var feasibility = new Feasibility(
                row.gates, NodeAdmissionRules.under(row.gates), CriticalPodPreemption.under(row.gates), null);
        assertThat(feasibility.judge(row.state, row.pod)).isEqualTo(row.expected);
    }

    @Test
    void guaranteedPodsBesideAStaticCpuPolicyKeepTheirCpuRequests() {
        var gates = FeatureGates.DEFAULT;
        var machine = MachineNotation.literal("1s1n8c1t");
        var settings = KubeletSettings.DEFAULT.withStaticCpus(Quantity.of("1"), Map.of());
        if (!(ResourceManagers.configure(machine, settings, gates)
                instanceof ResourceManagers.Configured.Ready(var resourceManagers))) {
            throw new IllegalArgumentException("settings");
        }
        var facts = Records.NODE.withAllocatable(ResourceAmounts.parse("cpu=7,memory=8Gi,pods=110"));
        var pod = Records.running(
                "a",
                PodSpec.builder()
                        .container("c1", "cpu=2,memory=1Gi", "cpu=2,memory=1Gi")
                        .build());
        var wants = Records.wanting(
                pod,
                spec -> spec.mappingContainers(container ->
                        container.withResources(ResourceRequirements.parse("cpu=3,memory=1Gi", "cpu=3,memory=1Gi"))));
        var feasibility = new Feasibility(
                gates, NodeAdmissionRules.under(gates), CriticalPodPreemption.under(gates), resourceManagers);
        var state = NodeMachine.under(gates, resourceManagers)
                .initial(facts)
                .withSourcesReady()
                .with(wants);
        assertThat(feasibility.judge(state, wants))
                .isEqualTo(new Verdict.Infeasible(
                        "Resize is infeasible for Guaranteed Pods alongside CPU Manager policy \"static\"."
                                + " Would fit: unchanged cpu requests.",
                        "guaranteed_pod_cpu_manager_static_policy"));
    }
}
