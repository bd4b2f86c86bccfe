package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.topology.KubeletSettings;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The test scenarios of KEP-5526 on a whole node: what containers really run on, when it is given back, and through crashes. */
class Kep5526NodeTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);

    private static Pinning pinning(String scope, Map<String, String> cpuOptions) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), cpuOptions)
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("restricted", scope, Map.of());
        return switch (Pinning.configure(MachineNotation.literal("2s2n8c1t,memory=10Gi"), settings, GATES)) {
            case Pinning.Configured.Ready(var pinning) -> pinning;
            case Pinning.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static SimulatedNode node(String scope) {
        return node(pinning(scope, Map.of()), CrashPlan.NEVER);
    }

    private static SimulatedNode node(Pinning pinning, CrashPlan plan) {
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=15,memory=19Gi,pods=110"));
        var node = new SimulatedNode(facts, GATES, pinning);
        node.crashAt(plan);
        return node.started();
    }

    private static PodSpecBuilder budget(String amounts) {
        return PodSpec.builder().podLevel(amounts, amounts);
    }

    private static Container shared(String name) {
        return Container.of(name, ResourceRequirements.EMPTY);
    }

    private static String cpus(SimulatedNode node, String pod, String container) {
        return node.runtime().cpus(SimulatedNode.uid(pod), container).toString();
    }

    private static long quota(SimulatedNode node, String pod, String container) {
        return node.runtime().cpuQuota(SimulatedNode.uid(pod), container);
    }

    @Test
    void podScopeSharedOnly() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=4,memory=4Gi")
                        .container(shared("c1"))
                        .container(shared("c2"))
                        .build());
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-4");
        assertThat(cpus(node, "a", "c2")).isEqualTo("1-4");
    }

    @Test
    void podScopeExclusiveOnly() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=4,memory=4Gi")
                        .container("c1", "cpu=3,memory=3Gi", "cpu=3,memory=3Gi")
                        .container("c2", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi")
                        .build());
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-3");
        assertThat(cpus(node, "a", "c2")).isEqualTo("4");
        assertThat(quota(node, "a", "c1"))
                .as("who has CPUs to itself is not throttled")
                .isZero();
    }

    @Test
    void podScopeMixed() {
        var node = node("pod");
        node.add("a", mixed());
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-2");
        assertThat(cpus(node, "a", "c2")).isEqualTo("3-4");
        assertThat(quota(node, "a", "c1")).isZero();
        assertThat(quota(node, "a", "c2")).isPositive();
        assertThat(node.status("a").resources().limits()).isEqualTo(ResourceAmounts.parse("cpu=4,memory=4Gi"));
    }

    private static PodSpec mixed() {
        return budget("cpu=4,memory=4Gi")
                .container("c1", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                .container(shared("c2"))
                .build();
    }

    @Test
    void podScopeInitContainersGiveTheirCpusToThePool() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=4,memory=4Gi")
                        .initContainer("i", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                        .container(shared("c1"))
                        .build());
        node.run();
        assertThat(cpus(node, "a", "i")).isEqualTo("1-2");
        node.exit("a", "i", 0);
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-4");
    }

    @Test
    void podScopeSidecarsKeepTheirs() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=4,memory=4Gi")
                        .sidecar("s", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                        .container(shared("c1"))
                        .build());
        node.run();
        assertThat(cpus(node, "a", "s")).isEqualTo("1-2");
        assertThat(cpus(node, "a", "c1")).isEqualTo("3-4");
    }

    @Test
    void containerScopeMixed() {
        var node = node("container");
        node.add("a", mixed());
        node.run();
        assertThat(cpus(node, "a", "c1")).isEqualTo("1-2");
        assertThat(cpus(node, "a", "c2")).as("the node's shared pool").isEqualTo("0,3-15");
    }

    @Test
    void aBudgetWithoutRoomForSharedContainersIsRefused() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=2,memory=2Gi")
                        .container("c1", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                        .container(shared("c2"))
                        .build());
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Failed");
        assertThat(node.status("a").reason()).isEqualTo("TopologyAffinityError");
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu=4,memory=4Gi", "cpu=3,memory=3Gi"})
    void fullPhysicalCores(String amounts) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("2"), Map.of("full-pcpus-only", "true"))
                .withAlignment("restricted", "pod", Map.of());
        var machine = MachineNotation.literal("1s1n8c2t,memory=16Gi");
        if (!(Pinning.configure(machine, settings, GATES) instanceof Pinning.Configured.Ready(var pinning)))
            throw new AssertionError("settings");
        var node = node(pinning, CrashPlan.NEVER);
        node.add("a", budget(amounts).container(shared("c1")).build());
        node.run();
        if (amounts.startsWith("cpu=4")) assertThat(cpus(node, "a", "c1")).isEqualTo("1-2,9-10");
        else assertThat(node.status("a").reason()).isEqualTo("SMTAlignmentError");
    }

    @Test
    void accountsAreByThePodsBudget() {
        var node = node("pod");
        var spec = budget("cpu=7,memory=8Gi")
                .container(shared("c1"))
                .container(shared("c2"))
                .build();
        node.add("a", spec);
        node.add("b", spec);
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(node.status("b").phase()).isEqualTo("Running");
        assertThat(cpus(node, "a", "c2")).isEqualTo("1-7");
        assertThat(cpus(node, "b", "c1")).isEqualTo("8-14");
    }

    @Test
    void whatOnePodGivesBackTheNextOneGets() {
        var node = node("pod");
        var spec = budget("cpu=7,memory=8Gi").container(shared("c1")).build();
        node.add("a", spec);
        node.run();
        var first = cpus(node, "a", "c1");
        node.delete("a");
        node.run();
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
        assertThat(node.state().pinned().memory().pods()).isEmpty();
        node.add("b", spec);
        node.run();
        assertThat(cpus(node, "b", "c1")).isEqualTo(first);
    }

    @Test
    void aPodThatCompletesGivesBackBeforeItIsDeleted() {
        var node = node("pod");
        node.add(
                "a",
                budget("cpu=7,memory=8Gi")
                        .container(shared("c1"))
                        .restartPolicy("Never")
                        .build());
        node.run();
        node.exit("a", "c1", 0);
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Succeeded");
        assertThat(node.state().pinned().cpus().shared()).hasToString("0-15");
    }

    @Test
    void whoRunsOnSharedCpusMakesRoomAndComesBack() {
        var node = node("pod");
        node.add("s", PodSpec.builder().container("c", "cpu=100m", "").build());
        node.run();
        assertThat(cpus(node, "s", "c")).isEqualTo("0-15");
        node.add("a", mixed());
        node.run();
        assertThat(cpus(node, "s", "c")).isEqualTo("0,5-15");
        node.delete("a");
        node.run();
        assertThat(cpus(node, "s", "c")).isEqualTo("0-15");
    }

    @Test
    void aMoveThatFailsIsTriedAgain() {
        var node = node("pod");
        node.add("s", PodSpec.builder().container("c", "cpu=100m", "").build());
        node.run();
        node.runtime().faults(act -> act instanceof Act.MoveContainer ? "busy" : "");
        node.add("a", mixed());
        node.run();
        assertThat(cpus(node, "s", "c")).isEqualTo("0-15");
        node.runtime().faults(_ -> "");
        node.pass(Duration.ofSeconds(11));
        assertThat(cpus(node, "s", "c")).isEqualTo("0,5-15");
    }

    @Test
    void nothingStartsBeforeItsCpusAreOnDisk() {
        var node = node("pod");
        node.add("a", mixed());
        node.run();
        var effects = node.performed();
        var saved = first(effects, Effect.SavePinned.class);
        assertThat(saved).isLessThan(first(effects, Effect.SaveAllocated.class));
        assertThat(saved).isLessThan(first(effects, Act.CreatePodCgroup.class));
    }

    private static int first(List<Effect> effects, Class<?> kind) {
        for (var i = 0; i < effects.size(); i++) if (kind.isInstance(effects.get(i))) return i;
        throw new AssertionError("no " + kind.getSimpleName());
    }

    static List<Scenario> stories() {
        Consumer<SimulatedNode> shared = node ->
                node.add("s", PodSpec.builder().container("c", "cpu=100m", "").build());
        return List.of(
                Scenario.of(
                        "a mixed pod comes and goes", shared, node -> node.add("a", mixed()), node -> node.delete("a")),
                Scenario.of(
                        "two pods share a node",
                        node -> node.add("a", mixed()),
                        node -> node.add("b", mixed()),
                        node -> node.exit("a", "c1", 1)),
                Scenario.of(
                        "the disk is full for a moment",
                        shared,
                        node -> {
                            node.disk().failNext(2);
                            node.add("a", mixed());
                        },
                        node -> node.delete("s")),
                Scenario.of(
                        "a pod follows another",
                        node -> node.add("a", mixed()),
                        node -> node.delete("a"),
                        node -> node.add("b", mixed())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void crashesChangeNothing(Scenario story) {
        var pinning = pinning("pod", Map.of());
        var undisturbed = story.play(node(pinning, CrashPlan.NEVER));
        var expected = Fingerprint.of(undisturbed);
        for (var number = 0; number < undisturbed.performed().size(); number++) {
            for (var isAfter : new boolean[] {false, true}) {
                var plan = new CrashPlan(number, isAfter);
                var node = story.play(node(pinning, plan));
                assertThat(plan.hasDied()).isTrue();
                assertThat(Fingerprint.of(node))
                        .as(
                                "died %s effect %d: %s",
                                isAfter ? "after" : "before",
                                number,
                                undisturbed.performed().get(number))
                        .isEqualTo(expected);
            }
        }
    }
}
