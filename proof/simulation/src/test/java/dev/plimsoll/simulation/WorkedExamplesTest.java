package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.status.ResizeCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Examples of the specification of a node, told from one end to the other. */
// Acceptance of KEP-1287: status-not-running, status-conditions, allocated-at-start, condition-status
// Acceptance of KEP-1287: pending-generation, in-progress-generation, both-conditions, cri-sandbox-unknown
// Acceptance of KEP-1287: order-triggers, critical-pods, events, reject-new-pod, restart-lost, update-order
// Acceptance of KEP-1287: failed-decrease, terminated, memory-decrease, metric-deferred-accepted
// Acceptance of KEP-5419: cgroup-v2, sandbox, pod-level-off, failure-cgroup
// Acceptance of KEP-2837: cgroup-v1
class WorkedExamplesTest {
    private static final long MI = 1L << 20;
    private final SteppedNode node = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT, null).started();

    private static PodSpec burstable(String cpu) {
        return PodSpec.builder()
                .container("c1", "cpu=" + cpu + ",memory=1Gi", "")
                .build();
    }

    private static UnaryOperator<PodSpec> to(String... containers) {
        return spec -> {
            var changed = new ArrayList<>(spec.containers());
            for (var i = 0; i < containers.length; i++) {
                var parts = containers[i].split("/", -1);
                changed.set(i, changed.get(i).withResources(ResourceRequirements.parse(parts[0], parts[1])));
            }
            return spec.withContainers(changed);
        };
    }

    private String conditions(String name) {
        return node.status(name).conditions().stream()
                .filter(condition -> condition.type().startsWith("PodResize"))
                .map(condition -> condition.type() + ":" + condition.reason() + ":" + condition.observedGeneration())
                .reduce("", (one, other) -> one.isEmpty() ? other : one + " " + other);
    }

    @Test
    void aDeferredResizeIsGrantedAtOnceWhenAPodIsRemoved() {
        node.add("a", burstable("1"));
        node.add("b", PodSpec.builder().container("c1", "cpu=2,memory=2Gi", "").build());
        node.run();
        node.resize("a", spec -> burstable("2500m"));
        node.run();
        assertThat(node.events())
                .contains(
                        "ResizeDeferred: Pod resize OutOfcpu: {\"containers\":[{\"name\":\"c1\",\"resources\":{\"requests\":"
                                + "{\"cpu\":\"2500m\",\"memory\":\"1Gi\"}}}],\"generation\":2,\"error\":\"Node didn't have enough"
                                + " resource: cpu, requested: 2500, used: 2000, capacity: 4000. Missing: cpu 500m (held by 1"
                                + " other pod).\"}",
                        "PodResizeDeferred: Resize of pod default/a waits. Missing: cpu 500m. Held by: default/b cpu 2.");
        node.delete("b");
        node.run();
        assertThat(conditions("a")).isEmpty();
        assertThat(node.status("a").allocatedResources().toString()).isEqualTo("cpu=2500m,memory=1Gi");
        assertThat(node.counter("pod_deferred_resize_duration_seconds", "accepted", "normal"))
                .isEqualTo(1);
        assertThat(node.counter("pod_deferred_accepted_resizes_total", "pod_terminated")
                        + node.counter("pod_deferred_accepted_resizes_total", "pods_removed"))
                .isEqualTo(1);
        var counts = ResizeCounts.of(List.of(node.state()));
        assertThat(counts.pending().values()).containsOnly(0L);
        assertThat(counts.inProgress()).isZero();
    }

    @Test
    void aShrinkBelowUsageWaitsUntilUsageDrops() {
        node.add(
                "a",
                PodSpec.builder()
                        .container("c1", "memory=100Mi", "memory=512Mi")
                        .build());
        node.run();
        node.uses("a", "c1", 300 * MI, 0);
        node.resize("a", to("memory=50Mi/memory=256Mi"));
        node.run();
        var condition = node.status("a").conditions().getFirst();
        assertThat(condition.reason()).isEqualTo("Error");
        assertThat(condition.message())
                .isEqualTo(
                        "cannot decrease memory limits: attempting to set container \"c1\" memory limit (268435456) below"
                                + " current usage (314572800)");
        assertThat(node.status("a")
                        .allocatedResources()
                        .amount(ResourceName.MEMORY)
                        .toString())
                .isEqualTo("50Mi");
        var container = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(container.resources().limits().toString()).isEqualTo("memory=512Mi");
        node.uses("a", "c1", 100 * MI, 0);
        node.pass(Duration.ofSeconds(30));
        assertThat(conditions("a")).isEmpty();
        container = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(container.resources().limits().toString()).isEqualTo("memory=256Mi");
    }

    @Test
    void revertingAShrinkClearsItsError() {
        node.add("a", PodSpec.builder().container("c1", "", "memory=512Mi").build());
        node.run();
        node.uses("a", "c1", 300 * MI, 0);
        node.resize("a", to("/memory=256Mi"));
        node.run();
        assertThat(conditions("a")).isEqualTo("PodResizeInProgress:Error:2");
        node.resize("a", to("/memory=512Mi"));
        node.run();
        assertThat(conditions("a")).isEmpty();
    }

    @Test
    void pageCacheThatAloneIsInTheWayIsReclaimedInSteps() {
        var gated = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT.with(Gate.MEMORY_SHRINK_BY_RECLAIM, true), null)
                .started();
        gated.add("a", PodSpec.builder().container("c1", "", "memory=1Gi").build());
        gated.run();
        gated.uses("a", "c1", 900 * MI, 800 * MI);
        gated.resize("a", to("/memory=256Mi"));
        gated.run();
        assertThat(gated.acts().stream().filter(Act.ReclaimMemory.class::isInstance))
                .hasSize(3);
        assertThat(Objects.requireNonNull(gated.status("a").container("c1"))
                        .resources()
                        .limits()
                        .toString())
                .isEqualTo("memory=256Mi");
    }

    /** The numbers are those of the specification, in the order of KEP-1287. */
    @Test
    void containersShrinkThenThePodThenContainersGrow() {
        node.add(
                "a",
                PodSpec.builder()
                        .container("c1", "cpu=500m", "cpu=500m")
                        .container("c2", "cpu=1", "cpu=1")
                        .build());
        node.run();
        var before = node.acts().size();
        node.resize("a", to("cpu=1/cpu=1", "cpu=200m/cpu=200m"));
        node.run();
        var acts = node.acts().subList(before, node.acts().size()).stream()
                .map(WorkedExamplesTest::text)
                .toList();
        assertThat(acts)
                .containsExactly(
                        "c2 shares 204 quota 20000",
                        "sandbox shares 1228 quota 150000",
                        "pod weight 47 quota 150000",
                        "sandbox shares 1228 quota 120000",
                        "pod weight 47 quota 120000",
                        "c1 shares 1024 quota 100000");
    }

    private static String text(Act act) {
        return switch (act) {
            case Act.UpdateContainer update ->
                update.container() + " shares " + update.values().cpuShares() + " quota "
                        + update.values().cpuQuota();
            case Act.UpdatePodSandbox told ->
                "sandbox shares " + told.resources().workload().cpuShares() + " quota "
                        + told.resources().workload().cpuQuota();
            case Act.WritePodCgroup write ->
                "pod weight " + write.after().cpuWeight() + " quota "
                        + write.after().cpuQuota();
            default -> act.getClass().getSimpleName();
        };
    }

    @Test
    void aFailedDecreaseLetsOtherDecreasesBeTriedAndNothingGrows() {
        node.add(
                "a",
                PodSpec.builder()
                        .container("c1", "cpu=1", "cpu=1")
                        .container("c2", "cpu=500m", "cpu=500m")
                        .container("c3", "cpu=500m", "cpu=500m")
                        .build());
        node.run();
        node.runtime()
                .faults(act -> act instanceof Act.UpdateContainer update
                                && update.container().equals("c2")
                        ? "x"
                        : "");
        var before = node.acts().size();
        node.resize("a", to("cpu=1100m/cpu=1100m", "cpu=200m/cpu=200m", "cpu=200m/cpu=200m"));
        node.run();
        assertThat(node.acts().subList(before, node.acts().size()).stream().map(WorkedExamplesTest::text))
                .containsExactly("c2 shares 204 quota 20000", "c3 shares 204 quota 20000");
        assertThat(conditions("a")).isEqualTo("PodResizeInProgress:Error:2");
    }

    @Test
    void conditionsAndEventsOfTheTimeline() {
        node.add("other", burstable("1"));
        node.add("a", burstable("1"));
        node.run();
        var isBroken = new boolean[] {true};
        node.runtime().faults(act -> isBroken[0] && act instanceof Act.UpdateContainer ? "x" : "");
        node.resize("a", spec -> burstable("2"));
        node.run();
        assertThat(conditions("a")).isEqualTo("PodResizeInProgress:Error:2");
        node.resize("a", spec -> burstable("3500m"));
        node.run();
        assertThat(conditions("a")).isEqualTo("PodResizePending:Deferred:3 PodResizeInProgress:Error:2");
        isBroken[0] = false;
        node.pass(Duration.ofSeconds(10));
        assertThat(conditions("a")).isEqualTo("PodResizePending:Deferred:3");
        node.resize("a", spec -> burstable("2"));
        node.run();
        assertThat(conditions("a")).isEmpty();
        node.resize("a", spec -> burstable("2500m"));
        node.resize("a", spec -> burstable("3"));
        node.run();
        assertThat(conditions("a")).isEmpty();
        assertThat(node.events().stream()
                        .filter(event -> !event.startsWith("PodResizeDeferred")) // of the node
                        .map(event -> event.replaceAll(":.*\"generation\":(\\d+).*", "($1)")))
                .containsExactly(
                        "ResizeStarted(2)",
                        "ResizeError(2)",
                        "ResizeDeferred(3)",
                        "ResizeCompleted(2)",
                        "ResizeStarted(5)",
                        "ResizeStarted(6)",
                        "ResizeCompleted(6)");
        assertThat(node.counter("pod_deferred_resize_duration_seconds", "reverted", "normal"))
                .isEqualTo(1);
    }

    @Test
    void aRuntimeWithoutTheCallIsNoObstacleAndOneThatRefusesIs() {
        node.add("a", PodSpec.builder().container("c1", "cpu=1", "cpu=1").build());
        node.run();
        node.runtime().faults(act -> act instanceof Act.UpdatePodSandbox ? "Unimplemented" : "");
        node.resize("a", to("cpu=2/cpu=2"));
        node.run();
        assertThat(conditions("a")).isEmpty();
        node.runtime().faults(act -> act instanceof Act.UpdatePodSandbox ? "no such NUMA node" : "");
        node.resize("a", to("cpu=3/cpu=3"));
        node.run();
        assertThat(node.status("a").conditions().getFirst().message())
                .isEqualTo("failed to notify runtime for UpdatePodSandboxResources (resource=cpu); resize rejected:"
                        + " updatePodSandboxResources failed for sanboxID \"sandbox-uid-a\": no such NUMA node");
        assertThat(Objects.requireNonNull(
                                node.runtime().observe("uid-a").actual().podOrNull())
                        .cpuQuota())
                .isEqualTo(200_000);
    }

    @Test
    void whatTheRuntimeWasToldIsTakenBackWhenTheKernelRefuses() {
        node.add("a", PodSpec.builder().container("c1", "cpu=1", "cpu=1").build());
        node.run();
        node.runtime().faults(act -> act instanceof Act.WritePodCgroup ? "write cpu.max: permission denied" : "");
        node.resize("a", to("cpu=2/cpu=2"));
        node.run();
        var last = node.acts().getLast();
        assertThat(last).isInstanceOf(Act.RestorePodSandbox.class);
        assertThat(((Act.RestorePodSandbox) last).limits().cpuQuota()).isEqualTo(100_000);
        assertThat(conditions("a")).isEqualTo("PodResizeInProgress:Error:2");
    }

    @Test
    void aCriticalPodGrowsAtTheCostOfOthers() {
        var critical = PodSpec.builder()
                .container("c1", "cpu=1", "")
                .placement(new PodPlacement("", "", 2_000_000_000L, Long.MIN_VALUE, false, List.of()))
                .build();
        node.add("k", critical);
        node.add("a", burstable("1"));
        node.add("b", burstable("2"));
        node.run();
        node.resize("k", to("cpu=1500m/"));
        node.run();
        assertThat(conditions("k")).isEmpty();
        assertThat(node.status("k").allocatedResources().toString()).isEqualTo("cpu=1500m");
        assertThat(node.status("a").phase()).isEqualTo("Failed");
        assertThat(node.status("a").reason()).isEqualTo("Preempting");
        assertThat(node.status("b").phase()).isEqualTo("Running");
        assertThat(node.events()).contains("Preempting: Preempted in order to admit critical pod");
    }

    @Test
    void aPodThatDoesNotFitIsRejected() {
        node.add("a", burstable("3"));
        node.run();
        node.add("b", burstable("2500m"));
        node.run();
        assertThat(node.status("b").phase()).isEqualTo("Failed");
        assertThat(node.status("b").reason()).isEqualTo("OutOfcpu");
        assertThat(node.status("b").message())
                .isEqualTo(
                        "Pod was rejected: Node didn't have enough resource: cpu, requested: 2500, used: 3000, capacity: 4000");
        assertThat(node.counter("admission_rejections_total", "OutOfcpu")).isEqualTo(1);
    }

    @Test
    void podLevelResourcesNeedTheirGateAndCgroupsOfVersion2() {
        var spec =
                PodSpec.builder().podLevel("cpu=1", "").container("c1", "", "").build();
        var off = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false), null)
                .started();
        off.add("a", spec);
        off.run();
        assertThat(off.status("a").reason()).isEqualTo("PodLevelResourcesNotSupported");
        assertThat(off.status("a").message()).isEqualTo("Pod was rejected: PodLevelResources feature gate is disabled");
        var old = new SteppedNode(
                        Scenario.NODE.withAbilities(NodeAbilities.LINUX.withSystem("linux", 1)),
                        FeatureGates.DEFAULT,
                        null)
                .started();
        old.add("a", spec);
        old.run();
        assertThat(old.status("a").message())
                .isEqualTo("Pod was rejected: pod-level resources are not supported on cgroups v1");
    }

    @Test
    void aDamagedCheckpointIsRebuiltAndReported() {
        node.add("other", burstable("2"));
        node.add("a", burstable("1"));
        node.run();
        node.resize("a", spec -> burstable("3"));
        node.run();
        node.disk().damage("allocated_pods_state");
        node.restart();
        node.run();
        assertThat(node.events())
                .anyMatch(event -> event.startsWith("CheckpointDamaged: Checkpoint allocated_pods_state"));
        // What was never granted is not taken for what was.
        assertThat(node.status("a").allocatedResources().toString()).isEqualTo("cpu=1,memory=1Gi");
        assertThat(node.status("a").phase()).isEqualTo("Running");
        assertThat(conditions("a")).isEqualTo("PodResizePending:Deferred:2");
    }

    @Test
    void anEndedContainerTakesItsNewSizeWhenItStartsAgain() {
        node.add("a", burstable("1"));
        node.run();
        node.exit("a", "c1", 1);
        node.run();
        node.exit("a", "c1", 1);
        node.run();
        node.resize("a", spec -> burstable("2"));
        node.run();
        var waiting = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(waiting.allocatedResources().toString()).isEqualTo("cpu=2,memory=1Gi");
        node.pass(Duration.ofSeconds(30));
        var running = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(running.restartCount()).isEqualTo(2);
        assertThat(running.resources().requests().toString()).isEqualTo("cpu=2,memory=1Gi");
    }
}
