package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The test scenarios of KEP-5526 on a whole node: what containers really run on, when it is given back, and through crashes. */
// Acceptance of KEP-2837: event-ignored
// Acceptance of KEP-5526: term-pool, term-slice, goal-mixed, story-infrastructure, pod-set-unset, pod-set-set
// Acceptance of KEP-5526: pod-init-exclusive, pod-sidecar-exclusive, pod-table-2, pod-table-3, pod-table-4
// Acceptance of KEP-5526: pod-table-5, empty-pool, pod-example-2, container-set-set, container-table-3
// Acceptance of KEP-5526: container-example-1, precomputed, applied, last-removed, cpu-pod-scope
// Acceptance of KEP-5526: cpu-container-scope, cpu-option-full, cpu-option-full-refused, quota-exclusive
// Acceptance of KEP-5526: test-accounting, test-recycle, test-restore, test-full-cores, test-scenarios
// Acceptance of KEP-5526: restart-same, node-local, said-why
class Kep5526NodeTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);

    private static ResourceManagers resourceManagers(String scope, Map<String, String> cpuOptions) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), cpuOptions)
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("restricted", scope, Map.of());
        return switch (ResourceManagers.configure(MachineNotation.literal("2s2n8c1t,memory=10Gi"), settings, GATES)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static SteppedNode node(String scope) {
        return node(resourceManagers(scope, Map.of()), CrashPlan.NEVER);
    }

    private static SteppedNode node(ResourceManagers resourceManagers, CrashPlan plan) {
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=15,memory=19Gi,pods=110"));
        var node = new SteppedNode(facts, GATES, resourceManagers);
        node.crashAt(plan);
        return node.started();
    }

    private static PodSpecBuilder budget(String amounts) {
        return PodSpec.builder().podLevel(amounts, amounts);
    }

    private static Container shared(String name) {
        return Container.of(name, ResourceRequirements.EMPTY);
    }

    private static String cpus(SteppedNode node, String pod, String container) {
        return node.runtime().cpus(SteppedNode.uid(pod), container).toString();
    }

    private static long quota(SteppedNode node, String pod, String container) {
        return node.runtime().cpuQuota(SteppedNode.uid(pod), container);
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
        assertThat(node.status("a").reason()).isEqualTo("EmptyPodSharedPoolError");
        assertThat(node.status("a").message())
                .contains("sum of exclusive container cpu requests equals pod budget, leaving no cpus for shared");
        assertThat(node.state().pinned().cpus().pods()).isEmpty();
    }

    @Test
    void whoAsksForAFractionIsToldWhyItSharesCpus() {
        var node = node("pod");
        node.add(
                "a",
                PodSpec.builder()
                        .container("c1", "cpu=1500m,memory=1Gi", "cpu=1500m,memory=1Gi")
                        .container("c2", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi")
                        .build());
        node.run();
        assertThat(node.events())
                .contains(
                        "ExclusiveCPUsSkipped: Exclusive CPU allocation skipped, container requested non-integral CPUs:"
                                + " c1 requests 1500m. It shares CPUs with other containers. Request whole CPUs to have them"
                                + " exclusively");
        node.add("b", budget("cpu=2500m,memory=1Gi").container(shared("c1")).build());
        node.run();
        assertThat(node.events())
                .contains("ExclusiveCPUsSkipped: Exclusive CPU allocation skipped, pod requested non-integral CPUs:"
                        + " spec.resources.requests[cpu] is 2500m. Its containers share the node's CPUs. Request whole"
                        + " CPUs to have them exclusively");
        node.add("c", PodSpec.builder().container("c1", "cpu=1500m", "").build());
        node.add("d", mixed());
        node.run();
        assertThat(node.events().stream().filter(event -> event.startsWith("ExclusiveCPUsSkipped")))
                .as("nobody who is not Guaranteed, and nobody who has whole CPUs")
                .hasSize(2);
    }

    @Test
    void pinnedByContainerUnderAnExplanationThatSaysTheSame() {
        for (var spec : List.of(
                mixed(),
                PodSpec.builder()
                        .container("c1", "cpu=2,memory=1Gi", "cpu=2,memory=1Gi")
                        .container("c2", "cpu=1500m,memory=1Gi", "cpu=1500m,memory=1Gi")
                        .build())) {
            var resourceManagers = resourceManagers("pod", Map.of());
            var node = node(resourceManagers, CrashPlan.NEVER);
            node.add("a", spec);
            node.run();
            var pod = Pod.of("a", spec);
            if (!(resourceManagers.admit(resourceManagers.initialState(), pod)
                    instanceof TopologyAdmission.Admitted(var _, var placement)))
                throw new AssertionError("not admitted");
            var context = new ExplainContext(1L << 36, Set.of(), List.of(), List.of(), Instant.EPOCH);
            var answer = Explanation.under(GATES).of(pod, context).on(placement);
            for (var container : answer.containers()) {
                assertThat(container.cgroup().cpuQuota())
                        .as(container.container().name())
                        .isEqualTo(quota(node, "a", container.container().name()));
            }
        }
    }

    @Test
    void withTheGateOffPodLevelResourcesAreSaidToBeIgnored() {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withAlignment("restricted", "pod", Map.of());
        if (!(ResourceManagers.configure(
                        MachineNotation.literal("2s2n4c2t,memory=10Gi"), settings, FeatureGates.DEFAULT)
                instanceof ResourceManagers.Configured.Ready(var resourceManagers)))
            throw new AssertionError("settings");
        var facts = NodeFacts.of("node", ResourceAmounts.parse("cpu=15,memory=19Gi,pods=110"));
        var node = new SteppedNode(facts, FeatureGates.DEFAULT, resourceManagers).started();
        node.add("a", budget("cpu=4,memory=4Gi").container(shared("c1")).build());
        node.run();
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(node.events())
                .contains("PodLevelResourcesIgnored: Pod-level resources are ignored for CPU, topology alignment: the"
                        + " feature gate PodLevelResourceManagers is off on this node, so that no container of the pod has"
                        + " CPUs or memory to itself. Enable the gate, or use resources of containers only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu=4,memory=4Gi", "cpu=3,memory=3Gi"})
    void fullPhysicalCores(String amounts) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("2"), Map.of("full-pcpus-only", "true"))
                .withAlignment("restricted", "pod", Map.of());
        var machine = MachineNotation.literal("1s1n8c2t,memory=16Gi");
        if (!(ResourceManagers.configure(machine, settings, GATES)
                instanceof ResourceManagers.Configured.Ready(var resourceManagers)))
            throw new AssertionError("settings");
        var node = node(resourceManagers, CrashPlan.NEVER);
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
        Consumer<SteppedNode> shared = node ->
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
        var resourceManagers = resourceManagers("pod", Map.of());
        var undisturbed = story.play(node(resourceManagers, CrashPlan.NEVER));
        var expected = Fingerprint.of(undisturbed);
        for (var number = 0; number < undisturbed.performed().size(); number++) {
            for (var isAfter : new boolean[] {false, true}) {
                var plan = new CrashPlan(number, isAfter);
                var node = story.play(node(resourceManagers, plan));
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

    private static PodSpec oneAndThree() {
        return budget("cpu=5,memory=5Gi")
                .container("own", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                .container(shared("s1"))
                .container(shared("s2"))
                .container(shared("s3"))
                .build();
    }

    private static ResourceManagers configured(KubeletSettings settings, FeatureGates gates) {
        return switch (ResourceManagers.configure(MachineNotation.literal("2s2n8c1t,memory=10Gi"), settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private static KubeletSettings settings(String reservedCpus) {
        return KubeletSettings.DEFAULT
                .withStaticCpus(reservedCpus, Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=1Gi")))
                .withAlignment("restricted", "pod", Map.of());
    }

    @Test
    void afterARollbackPodsContinueToRunWithTheirAllocatedResources() {
        var node = node("pod");
        node.add("a", oneAndThree());
        node.run();
        var before = node.state().pinned();
        var quotas = List.of(quota(node, "a", "own"), quota(node, "a", "s1"), quota(node, "a", "s3"));
        var acts = node.acts().size();
        node.restart(FeatureGates.DEFAULT, configured(settings("0"), FeatureGates.DEFAULT));
        node.run();
        assertThat(node.state().pinned()).isEqualTo(before);
        assertThat(node.acts().subList(acts, node.acts().size()))
                .as("nothing of it is written anew but the CPUs that it has")
                .allMatch(act -> act instanceof Act.MoveContainer);
        assertThat(List.of(quota(node, "a", "own"), quota(node, "a", "s1"), quota(node, "a", "s3")))
                .isEqualTo(quotas);
        assertThat(cpus(node, "a", "own")).isEqualTo("1-2");
        assertThat(cpus(node, "a", "s2")).isEqualTo("3-5");
        node.exit("a", "s2", 1);
        node.pass(Duration.ofMinutes(1));
        assertThat(cpus(node, "a", "s2")).as("of a container that starts again").isEqualTo("3-5");
        assertThat(quota(node, "a", "s2")).isPositive();
        node.add(
                "b",
                PodSpec.builder()
                        .container("c", "cpu=4,memory=1Gi", "cpu=4,memory=1Gi")
                        .build());
        node.add("c", oneAndThree());
        node.run();
        assertThat(node.state()
                        .pinned()
                        .cpus()
                        .pod("uid-b")
                        .all()
                        .intersects(before.cpus().pod("uid-a").all()))
                .isFalse();
        assertThat(node.state().pinned().cpus().pod("uid-c").all().isEmpty())
                .as("the old logic for a new pod")
                .isTrue();
        node.resize(
                "a",
                spec -> spec.withResources(ResourceRequirements.of(
                        ResourceAmounts.parse("cpu=6,memory=5Gi"), ResourceAmounts.parse("cpu=6,memory=5Gi"))));
        node.run();
        assertThat(node.status("a").conditions().toString()).contains("Infeasible");
        node.delete("a");
        node.run();
        assertThat(node.state().pinned().cpus().pods().keySet()).containsExactly("uid-b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-1", "0,5", "0-15"})
    void aRunningPodWhoseCpusAreNowReservedStopsTheStart(String reserved) {
        var node = node("pod");
        node.add("a", oneAndThree());
        node.run();
        var before = node.state().pinned();
        assertThatThrownBy(() -> node.restart(GATES, configured(settings(reserved), GATES)))
                .isInstanceOfSatisfying(
                        NotStarted.class,
                        refused -> assertThat(refused.reasons())
                                .singleElement()
                                .asString()
                                .contains("/a (uid uid-a) has the CPUs \"1-5\"")
                                .contains("are now reserved"));
        node.disk().clear();
        assertThatThrownBy(() -> node.restart(GATES, configured(settings(reserved), GATES)))
                .as("without files too")
                .isInstanceOf(NotStarted.class);
        assertThatThrownBy(() -> node.restart(GATES, null)).isInstanceOf(NotStarted.class);
        node.restart(GATES, configured(settings("0"), GATES));
        node.run();
        assertThat(node.state().pinned()).isEqualTo(before);
        node.delete("a");
        node.run();
        node.restart(GATES, null);
        node.run();
        assertThat(node.names()).isEmpty();
    }

    @Test
    void memoryThatInitContainersGaveBackIsNotFoundAgain() {
        var node = node("container");
        node.add(
                "a",
                PodSpec.builder()
                        .initContainer("i", "cpu=2,memory=6Gi", "cpu=2,memory=6Gi")
                        .container("c", "cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                        .build());
        node.run();
        node.exit("a", "i", 0);
        node.run();
        node.add(
                "b",
                PodSpec.builder()
                        .container("c", "cpu=2,memory=6Gi", "cpu=2,memory=6Gi")
                        .build());
        node.run();
        var before = node.state().pinned();
        node.disk().clear();
        node.restart();
        node.run();
        assertThat(node.state().pinned()).isEqualTo(before);
    }

    @Test
    void aPodTellsWhatItHas() {
        var node = node("pod");
        node.add("a", mixed());
        node.run();
        assertThat(node.events())
                .contains(
                        "ResourcesAssigned: container c1: CPUs 1-2 to itself, memory of NUMA node 0; container c2: CPUs"
                                + " 3-4 shared within the pod, memory of NUMA node 0");
        var placement = node.status("a").placementOrNull();
        assertThat(placement).isNotNull();
        assertThat(placement.podCpus()).hasToString("1-4");
        node.delete("a");
        node.run();
        node.add("s", PodSpec.builder().container("c", "cpu=100m", "").build());
        node.run();
        assertThat(node.status("s").placementOrNull()).isNull();
    }
}
