package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** KEP-5526 on a whole node: policies and scopes, who has something to itself, what is kept while a pod lives, and the state files. */
// Acceptance of KEP-5526: term-guaranteed, goal-multi-numa, qos-as-is, not-guaranteed, story-training, gate-off
// Acceptance of KEP-5526: policies-static, budget, container-scope-limit, policy-none, policy-best-effort
// Acceptance of KEP-5526: policy-restricted, policy-single, eligible, underused, pod-memory, container-set-unset
// Acceptance of KEP-5526: container-init, container-example-2, pod-entry, applied, container-removed, last-removed
// Acceptance of KEP-5526: quota-exclusive, quota-shared, quota-host, memory-pod-scope, memory-pool, memory-huge
// Acceptance of KEP-5526: test-cleanup, test-restore, event-refused
class Kep5526PoliciesTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
    private static final Machine MACHINE = MachineNotation.literal("2s2n8c1t,memory=10Gi,hugepages-2Mi=1Gi");
    private static final String TWO = "cpu=2,memory=2Gi";

    private static SteppedNode node(String policy, String scope) {
        return node(settings(policy, scope), GATES);
    }

    private static KubeletSettings settings(String policy, String scope) {
        return KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment(policy, scope, Map.of());
    }

    private static SteppedNode node(KubeletSettings settings, FeatureGates gates) {
        if (!(ResourceManagers.configure(MACHINE, settings, gates)
                instanceof ResourceManagers.Configured.Ready(var resourceManagers)))
            throw new AssertionError("settings");
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=15,memory=17Gi,hugepages-2Mi=2Gi,pods=110"));
        return new SteppedNode(facts, gates, resourceManagers).started();
    }

    private static PodSpecBuilder budget(String amounts) {
        return PodSpec.builder().podLevel(amounts, amounts);
    }

    private static Container shared(String name) {
        return Container.of(name, ResourceRequirements.EMPTY);
    }

    private static PodSpec mixed() {
        return budget("cpu=4,memory=4Gi")
                .container("c1", TWO, TWO)
                .container(shared("c2"))
                .build();
    }

    private static CpuSet cpus(SteppedNode node, String pod, String container) {
        return node.runtime().cpus(SteppedNode.uid(pod), container);
    }

    private static SteppedNode running(SteppedNode node, PodSpec spec) {
        node.add("a", spec);
        node.run();
        assertThat(node.status("a").phase()).as(node.status("a").message()).isEqualTo("Running");
        return node;
    }

    static Stream<Arguments> policies() {
        var fits = mixed();
        var wide = budget("cpu=10,memory=12Gi").container(shared("c2")).build();
        var uneven = budget("cpu=10,memory=6Gi").container(shared("c2")).build();
        return Stream.of(
                arguments("best-effort", "a pod that fits on one NUMA node", fits, "2 CPUs on {0}"),
                arguments(
                        "best-effort",
                        "a pod whose alignment is not preferred is admitted",
                        uneven,
                        "10 CPUs on {0,1}"),
                arguments("restricted", "a pod that fits on one NUMA node", fits, "2 CPUs on {0}"),
                arguments(
                        "restricted", "a pod that needs two NUMA nodes for all it asks for", wide, "10 CPUs on {0,1}"),
                arguments("restricted", "no preferred alignment", uneven, "TopologyAffinityError"),
                arguments("single-numa-node", "a pod that fits on one NUMA node", fits, "2 CPUs on {0}"),
                arguments("single-numa-node", "a pod that needs two", wide, "TopologyAffinityError"),
                arguments("single-numa-node", "a pod that needs two for its CPUs", uneven, "TopologyAffinityError"));
    }

    @ParameterizedTest(name = "pod scope, {0}: {1}")
    @MethodSource("policies")
    void podScope(String policy, String sentence, PodSpec spec, String expected) {
        var node = node(policy, "pod");
        node.add("a", spec);
        node.run();
        if (expected.endsWith("Error")) {
            assertThat(node.status("a").phase()).isEqualTo("Failed");
            assertThat(node.status("a").reason()).as(sentence).isEqualTo(expected);
            assertThat(node.events()).as("an event says so").anyMatch(event -> event.startsWith(expected + ": "));
            assertThat(node.state().pinned().cpus().shared()).hasToString("0-15");
            return;
        }
        var shared = cpus(node, "a", "c2");
        assertThat(shared.size() + " CPUs on " + MACHINE.nodesOf(shared))
                .as(sentence)
                .isEqualTo(expected);
    }

    @Test
    @DisplayName(
            "the policy none aligns nothing: containers with a guarantee of their own have it, the rest is on the node")
    void policyNone() {
        var node = running(node("none", "pod"), mixed());
        assertThat(cpus(node, "a", "c1")).hasToString("1-2");
        assertThat(cpus(node, "a", "c2")).hasToString("0,3-15");
    }

    @Test
    @DisplayName("where the managers' policies are none nothing is pinned")
    void managersOff() {
        var node = running(node(KubeletSettings.DEFAULT.withAlignment("restricted", "pod", Map.of()), GATES), mixed());
        assertThat(cpus(node, "a", "c1").isEmpty()).isTrue();
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
        assertThat(node.state().pinned().memory().pods()).isEmpty();
        assertThat(node.runtime().cpuQuota(SteppedNode.uid("a"), "c1")).isEqualTo(200_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pod", "container"})
    @DisplayName("without the gate pods with pod-level resources run on shared CPUs, with their quota")
    void gateOff(String scope) {
        var node = running(node(settings("single-numa-node", scope), FeatureGates.DEFAULT), mixed());
        for (var name : new String[] {"c1", "c2"})
            assertThat(cpus(node, "a", name)).hasToString("0-15");
        assertThat(node.runtime().cpuQuota(SteppedNode.uid("a"), "c1")).isEqualTo(200_000);
        assertThat(node.state().pinned().memory().pods()).isEmpty();
        node.add("b", PodSpec.builder().container("c", TWO, TWO).build());
        node.run();
        assertThat(cpus(node, "b", "c"))
                .as("pods without them are pinned as ever")
                .hasToString("1-2");
    }

    @Test
    @DisplayName(
            "container scope: init containers and sidecars take from the node, and what init containers had is used again")
    void containerScopeInit() {
        var node = node("restricted", "container");
        node.add(
                "a",
                budget("cpu=7,memory=6Gi")
                        .initContainer("i", "cpu=3,memory=1Gi", "cpu=3,memory=1Gi")
                        .sidecar("s", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi")
                        .container("a1", TWO, TWO)
                        .container(shared("a2"))
                        .build());
        node.run();
        var init = cpus(node, "a", "i");
        assertThat(init).hasToString("1-3");
        node.exit("a", "i", 0);
        node.run();
        var own = cpus(node, "a", "s").union(cpus(node, "a", "a1"));
        assertThat(own.size()).isEqualTo(3);
        assertThat(own).as("used again").isEqualTo(init);
        assertThat(cpus(node, "a", "a2")).hasToString("0,4-15");
    }

    @Test
    @DisplayName(
            "container scope: a pod that asks only as a whole runs on the node's shared CPUs, within the pod's quota")
    void containerScopePodOnly() {
        var node = running(
                node("restricted", "container"),
                budget("cpu=4,memory=4Gi")
                        .container(shared("c1"))
                        .container(shared("c2"))
                        .build());
        assertThat(cpus(node, "a", "c1")).hasToString("0-15");
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
        assertThat(node.state().pinned().memory().pods()).isEmpty();
        assertThat(Objects.requireNonNull(node.runtime()
                                .observe(SteppedNode.uid("a"))
                                .actual()
                                .podOrNull())
                        .cpuQuota())
                .as("the pod's cgroup holds them together")
                .isEqualTo(400_000);
    }

    @Test
    @DisplayName("isolation: a slice has no quota, the pod's pool has the pod's, the node's shared CPUs the usual one")
    void quotas() {
        var pod = running(node("restricted", "pod"), mixed());
        assertThat(pod.runtime().cpuQuota(SteppedNode.uid("a"), "c1")).isZero();
        assertThat(pod.runtime().cpuQuota(SteppedNode.uid("a"), "c2")).isEqualTo(400_000);
        var container = running(node("restricted", "container"), mixed());
        assertThat(container.runtime().cpuQuota(SteppedNode.uid("a"), "c1")).isZero();
        assertThat(container.runtime().cpuQuota(SteppedNode.uid("a"), "c2")).isEqualTo(400_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pod", "container"})
    @DisplayName("a pod that is not Guaranteed gets nothing to itself, whatever its containers are")
    void burstable(String scope) {
        var node = running(
                node("restricted", scope),
                PodSpec.builder()
                        .podLevel("cpu=4,memory=4Gi", "cpu=5,memory=5Gi")
                        .container("c1", TWO, TWO)
                        .container(shared("c2"))
                        .build());
        assertThat(cpus(node, "a", "c1")).hasToString("0-15");
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
        assertThat(node.state().pinned().memory().pods()).isEmpty();
    }

    @Test
    @DisplayName("a slice needs equal requests and limits of CPU and memory, and whole CPUs")
    void eligibility() {
        var node = running(
                node("restricted", "pod"),
                budget("cpu=7,memory=7Gi")
                        .container("slice", "cpu=2,memory=1Gi", "cpu=2,memory=1Gi")
                        .container("memory", "cpu=1,memory=1Gi", "cpu=1,memory=2Gi")
                        .container("cpu", "cpu=1,memory=1Gi", "cpu=2,memory=1Gi")
                        .container("half", "cpu=1500m,memory=1Gi", "cpu=1500m,memory=1Gi")
                        .build());
        assertThat(cpus(node, "a", "slice").size()).isEqualTo(2);
        for (var name : new String[] {"memory", "cpu", "half"}) {
            assertThat(cpus(node, "a", name).size()).as(name).isEqualTo(5);
            assertThat(cpus(node, "a", name).intersects(cpus(node, "a", "slice")))
                    .isFalse();
        }
    }

    @Test
    @DisplayName(
            "what a container had to itself stays the pod's when the container ends, and goes when the last one has ended")
    void containersThatEnd() {
        var node = running(
                node("restricted", "pod"),
                budget("cpu=7,memory=4Gi")
                        .container("c1", TWO, TWO)
                        .container(shared("c2"))
                        .restartPolicy("Never")
                        .build());
        var pool = cpus(node, "a", "c2");
        node.exit("a", "c1", 0);
        node.run();
        assertThat(cpus(node, "a", "c2"))
                .as("nothing comes back to the pod's pool")
                .isEqualTo(pool);
        assertThat(node.state().pinned().cpus().shared()).hasToString("0,8-15");
        node.add("b", budget("cpu=8,memory=4Gi").container(shared("c")).build());
        node.run();
        assertThat(cpus(node, "b", "c")).hasToString("8-15");
        node.exit("a", "c2", 0);
        node.run();
        assertThat(node.state().pinned().cpus().shared()).hasToString("0-7");
        assertThat(node.state().pinned().memory().pods()).containsOnlyKeys(SteppedNode.uid("b"));
    }

    @Test
    @DisplayName("a container that is started again has the CPUs that it had")
    void restarts() {
        var node = running(node("restricted", "pod"), mixed());
        node.exit("a", "c1", 1);
        node.exit("a", "c2", 1);
        node.run();
        node.pass(java.time.Duration.ofMinutes(1));
        assertThat(Objects.requireNonNull(node.status("a").container("c1")).restartCount())
                .isEqualTo(1);
        assertThat(cpus(node, "a", "c1")).hasToString("1-2");
        assertThat(cpus(node, "a", "c2")).hasToString("3-4");
    }

    @Test
    @DisplayName("a budget that containers do not use up is reserved as a whole, and given back as a whole")
    void underused() {
        var node = running(
                node("restricted", "pod"),
                budget("cpu=6,memory=6Gi").container("c1", TWO, TWO).build());
        assertThat(cpus(node, "a", "c1")).hasToString("1-2");
        assertThat(node.state().pinned().cpus().shared()).hasToString("0,7-15");
        node.delete("a");
        node.run();
        assertThat(node.state().pinned().cpus().shared()).hasToString("0-15");
        assertThat(node.state().pinned().memory().pods()).isEmpty();
    }

    @Test
    @DisplayName("slices of more than the pod's budget, which no API server lets through, are refused by the node too")
    void beyondBudget() {
        var node = node("best-effort", "pod");
        node.add(
                "a",
                budget("cpu=4,memory=4Gi")
                        .container("c1", "cpu=3,memory=2Gi", "cpu=3,memory=2Gi")
                        .container("c2", "cpu=3,memory=2Gi", "cpu=3,memory=2Gi")
                        .build());
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Failed");
        assertThat(node.state().pinned().cpus().shared()).hasToString("0-15");
    }

    @Test
    @DisplayName("memory and huge pages of the pod come from the NUMA node of its CPUs, and are divided like them")
    void memory() {
        var node = running(
                node("restricted", "pod"),
                budget("cpu=4,memory=4Gi,hugepages-2Mi=512Mi")
                        .container("c1", "cpu=2,memory=1Gi,hugepages-2Mi=256Mi", "cpu=2,memory=1Gi,hugepages-2Mi=256Mi")
                        .container(shared("c2"))
                        .build());
        var memory = node.state().pinned().memory().pod(SteppedNode.uid("a"));
        assertThat(memory.pool().stream().map(block -> block.resource() + " " + block.bytes() + " " + block.nodes()))
                .containsExactlyInAnyOrder("memory " + (4L << 30) + " {0}", "hugepages-2Mi " + (512L << 20) + " {0}");
        assertThat(memory.of("c1").stream().map(block -> block.resource() + " " + block.bytes()))
                .containsExactlyInAnyOrder("memory " + (1L << 30), "hugepages-2Mi " + (256L << 20));
        assertThat(memory.of("c2").stream().map(block -> block.resource() + " " + block.bytes()))
                .containsExactlyInAnyOrder("memory " + (3L << 30), "hugepages-2Mi " + (256L << 20));
    }

    @Test
    @DisplayName(
            "state files have an entry for the pod beside those of its containers, which is there again after a crash")
    void stateFiles() {
        var node = running(node("restricted", "pod"), mixed());
        assertThat(node.disk().read(PinnedFiles.CPUS))
                .contains("\\\"podEntries\\\":{\\\"uid-a\\\":{\\\"cpuSet\\\":\\\"1-4\\\"}}")
                .contains("\"entries\":{\"uid-a\":{\"c1\":\"1-2\",\"c2\":\"3-4\"}}");
        assertThat(node.disk().read(PinnedFiles.MEMORY))
                .contains("\\\"podEntries\\\":{\\\"uid-a\\\":{\\\"memoryBlocks\\\":[");
        var before = node.state().pinned();
        node.restart();
        node.run();
        assertThat(node.state().pinned()).isEqualTo(before);
        assertThat(cpus(node, "a", "c2")).hasToString("3-4");
        node.delete("a");
        node.run();
        assertThat(node.disk().read(PinnedFiles.CPUS)).doesNotContain("uid-a");
        assertThat(node.disk().read(PinnedFiles.MEMORY)).doesNotContain("uid-a");
    }
}
