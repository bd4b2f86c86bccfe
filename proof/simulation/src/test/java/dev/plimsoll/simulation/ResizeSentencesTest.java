package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.node.ActuatedCheckpoint;
import dev.plimsoll.codec.node.AllocatedCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences of KEP-1287 and KEP-5419 about what a node does in itself: order, atomicity, what is kept, what is not done. */
// Acceptance of KEP-1287: goal-actors, status-allocated, status-read-back, allocated-on-disk, allocated-at-start
// Acceptance of KEP-1287: policy-runtime-error, pending-infeasible, in-progress-error, cri-sandbox-told
// Acceptance of KEP-1287: order-not-increasing, order-priority, order-no-block, fit, events, failed-increase
// Acceptance of KEP-1287: failed-told, while-under-way, overhead, atomic, atomic-merge, actual-differs
// Acceptance of KEP-1287: actuated-kept, retry, memory-decrease-pod
// Acceptance of KEP-5419: goal-both-levels, status-allocated, allocated-on-disk, priority, add-equal
// Acceptance of KEP-5419: failure-cgroup
class ResizeSentencesTest {
    private final SteppedNode node = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT, null).started();

    private static PodSpec cpu(String amount) {
        return PodSpec.builder().container("c1", "cpu=" + amount, "").build();
    }

    private static PodSpec important(String amount, long priority) {
        return PodSpec.builder()
                .container("c1", "cpu=" + amount, "")
                .placement(new PodPlacement("", "", priority, PodPlacement.UNSET, false, List.of()))
                .build();
    }

    private @Nullable Condition condition(String name, String type) {
        return node.status(name).conditions().stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElse(null);
    }

    private String allocated(String name) {
        return node.status(name).allocatedResources().toString();
    }

    private static ResourceRequirements parse(String requests, String limits) {
        return ResourceRequirements.parse(requests, limits);
    }

    @Test
    @DisplayName("requests and limits of what was admitted are on disk; of these only requests are told")
    void checkpoints() {
        var spec = PodSpec.builder()
                .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                .container("c1", "cpu=500m,memory=64Mi", "cpu=1,memory=128Mi")
                .build();
        node.add("a", spec);
        node.run();
        if (!(AllocatedCheckpoint.decode(node.disk().read(AllocatedCheckpoint.FILE))
                        instanceof Decoded.Loaded(var allocated))
                || !(ActuatedCheckpoint.decode(node.disk().read(ActuatedCheckpoint.FILE))
                        instanceof Decoded.Loaded(var actuated))) {
            throw new AssertionError("not on disk");
        }
        var kept = Objects.requireNonNull(allocated.pods().get("uid-a"))
                .allocated()
                .resources();
        assertThat(kept.podLevel()).isEqualTo(parse("cpu=1,memory=1Gi", "cpu=2,memory=2Gi"));
        assertThat(kept.container("c1")).isEqualTo(parse("cpu=500m,memory=64Mi", "cpu=1,memory=128Mi"));
        var inForce =
                Objects.requireNonNull(actuated.pods().get("uid-a")).actuated().resources();
        assertThat(inForce.podLevel()).isEqualTo(kept.podLevel());
        assertThat(inForce.container("c1")).isEqualTo(kept.container("c1"));
        assertThat(Objects.requireNonNull(node.status("a").container("c1"))
                        .allocatedResources()
                        .toString())
                .isEqualTo("cpu=500m,memory=64Mi");
    }

    @Test
    @DisplayName("a container that starts again has what was allocated, not what is desired")
    void restartUsesTheAllocated() {
        node.add("other", cpu("2500m"));
        node.add("a", cpu("1"));
        node.run();
        node.resize("a", spec -> cpu("3"));
        node.run();
        node.exit("a", "c1", 1);
        node.pass(Duration.ofSeconds(30));
        var running = Objects.requireNonNull(
                Objects.requireNonNull(node.runtime().observe("uid-a").actual().container("c1"))
                        .limits());
        assertThat(running.cpuShares()).isEqualTo(1024);
        assertThat(Objects.requireNonNull(node.status("a").container("c1")).restartCount())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("all changes of a resize are taken or none: containers, resources, both levels")
    void atomic() {
        var spec = PodSpec.builder()
                .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                .container("c1", "cpu=500m,memory=64Mi", "")
                .container("c2", "cpu=500m,memory=64Mi", "")
                .build();
        node.add("a", spec);
        node.add("other", PodSpec.builder().container("c1", "memory=2Gi", "").build());
        node.run();
        var before = node.acts().size();
        // cpu alone would fit, and so would each container.
        node.resize(
                "a",
                old -> PodSpec.builder()
                        .podLevel("cpu=2,memory=3Gi", "cpu=3,memory=3Gi")
                        .container("c1", "cpu=600m,memory=64Mi", "")
                        .container("c2", "cpu=400m,memory=64Mi", "")
                        .build());
        node.run();
        assertThat(Objects.requireNonNull(condition("a", "PodResizePending")).reason())
                .isEqualTo("Deferred");
        assertThat(node.acts().size()).isEqualTo(before);
        assertThat(allocated("a")).isEqualTo("cpu=1,memory=1Gi");
        node.delete("other");
        node.run();
        assertThat(allocated("a")).isEqualTo("cpu=2,memory=3Gi");
        assertThat(Objects.requireNonNull(node.status("a").container("c1"))
                        .resources()
                        .requests()
                        .toString())
                .isEqualTo("cpu=600m,memory=64Mi");
    }

    @Test
    @DisplayName("several wishes before the node has taken one are one; the latest counts")
    void latest() {
        node.add("a", cpu("1"));
        node.add("other", cpu("2"));
        node.run();
        node.resize("a", spec -> cpu("3"));
        node.run();
        node.resize("a", spec -> cpu("2500m"));
        node.run();
        node.resize("a", spec -> cpu("1500m"));
        node.run();
        assertThat(allocated("a")).isEqualTo("cpu=1500m");
        assertThat(node.events().stream().filter(event -> event.startsWith("ResizeStarted")))
                .hasSize(1);
    }

    @Test
    @DisplayName("of resizes that wait the most important is tried first; one that does not fit holds up nobody")
    void order() {
        node.add("low", important("500m", 10));
        node.add("high", important("500m", 1000));
        node.add("big", important("500m", 5000));
        node.add("other", cpu("2"));
        node.run();
        node.resize("low", spec -> important("1500m", 10));
        node.resize("high", spec -> important("1500m", 1000));
        node.resize("big", spec -> important("4", 5000));
        node.run();
        for (var name : List.of("low", "high", "big")) {
            assertThat(Objects.requireNonNull(condition(name, "PodResizePending"))
                            .reason())
                    .isEqualTo("Deferred");
        }
        // Room for one of the two that could fit: 4 - 1 (other) - 3 * 500m.
        node.resize("other", spec -> cpu("1"));
        node.run();
        assertThat(allocated("high")).isEqualTo("cpu=1500m");
        assertThat(allocated("low")).isEqualTo("cpu=500m");
        assertThat(allocated("big")).isEqualTo("cpu=500m");
    }

    @Test
    @DisplayName("requests that do not grow are granted beside anything that waits")
    void shrinksFirst() {
        node.add("a", important("1", 10_000));
        node.add("b", cpu("3"));
        node.run();
        node.resize("a", spec -> important("2", 10_000));
        node.resize("b", spec -> cpu("2"));
        node.run();
        assertThat(allocated("b")).isEqualTo("cpu=2");
        assertThat(allocated("a")).isEqualTo("cpu=2");
        assertThat(condition("b", "PodResizePending")).isNull();
        assertThat(node.events().stream()
                        .anyMatch(event -> event.startsWith("ResizeDeferred") && event.contains("\"3\"")))
                .isFalse();
    }

    @Test
    @DisplayName("what is infeasible is not looked at again while the node is as it is; a new wish is")
    void infeasible() {
        node.add("a", cpu("1"));
        node.add("b", cpu("1"));
        node.run();
        node.resize("a", spec -> cpu("5"));
        node.run();
        var told = Objects.requireNonNull(condition("a", "PodResizePending"));
        assertThat(told.reason()).isEqualTo("Infeasible");
        node.delete("b");
        node.pass(Duration.ofMinutes(30));
        assertThat(condition("a", "PodResizePending")).isEqualTo(told);
        node.resize("a", spec -> cpu("3"));
        node.run();
        assertThat(allocated("a")).isEqualTo("cpu=3");
    }

    @Test
    @DisplayName("overhead is part of what must fit")
    void overhead() {
        var spec = PodSpec.builder()
                .container("c1", "cpu=1", "")
                .overhead("cpu=500m")
                .build();
        node.add("a", spec);
        node.run();
        node.resize("a", old -> old.withContainers(cpu("3500m").containers()));
        node.run();
        assertThat(allocated("a")).isEqualTo("cpu=4");
        node.resize("a", old -> old.withContainers(cpu("3600m").containers()));
        node.run();
        assertThat(Objects.requireNonNull(condition("a", "PodResizePending")).reason())
                .isEqualTo("Infeasible");
    }

    @Test
    @DisplayName("what the runtime made of the values is told, and nothing is done about it")
    void actualDiffers() {
        node.runtime()
                .applies(values -> new ContainerCgroup(
                        values.cpuShares(),
                        values.cpuQuota() / 10_000 * 10_000,
                        values.cpuPeriod(),
                        values.memoryLimit(),
                        values.swapLimit(),
                        values.hugePageLimits(),
                        values.oomScoreAdj(),
                        values.cpu(),
                        values.memory()));
        node.add("a", PodSpec.builder().container("c1", "cpu=100m", "cpu=200m").build());
        node.run();
        node.resize(
                "a",
                old -> PodSpec.builder().container("c1", "cpu=100m", "cpu=333m").build());
        node.run();
        var status = Objects.requireNonNull(node.status("a").container("c1"));
        assertThat(status.resources().limits().toString()).isEqualTo("cpu=300m");
        assertThat(condition("a", "PodResizeInProgress")).isNull();
        var acts = node.acts().size();
        node.pass(Duration.ofMinutes(10));
        node.restart();
        node.pass(Duration.ofMinutes(10));
        assertThat(node.acts().subList(acts, node.acts().size()).stream().filter(Act.UpdateContainer.class::isInstance))
                .isEmpty();
        assertThat(node.events().stream().filter(event -> event.startsWith("ResizeCompleted")))
                .hasSize(1);
    }

    @ParameterizedTest(name = "a failed {0} is told in the condition and an event, and tried again until it succeeds")
    @CsvSource({"UpdateContainer", "WritePodCgroup", "UpdatePodSandbox"})
    void failures(String act) {
        node.add("a", PodSpec.builder().container("c1", "cpu=1", "cpu=1").build());
        node.run();
        node.runtime().faults(each -> each.getClass().getSimpleName().equals(act) ? "read-only file system" : "");
        node.resize(
                "a", old -> PodSpec.builder().container("c1", "cpu=2", "cpu=2").build());
        node.run();
        var failed = Objects.requireNonNull(condition("a", "PodResizeInProgress"));
        assertThat(failed.status()).isEqualTo("True");
        assertThat(failed.reason()).isEqualTo("Error");
        assertThat(failed.message()).contains("read-only file system");
        assertThat(node.events().getLast()).startsWith("ResizeError: ").contains("read-only file system");
        node.pass(Duration.ofMinutes(20));
        assertThat(node.events().stream().filter(event -> event.startsWith("ResizeError")))
                .hasSize(1);
        node.runtime().faults(each -> "");
        node.pass(Duration.ofMinutes(2));
        assertThat(condition("a", "PodResizeInProgress")).isNull();
        assertThat(node.events().getLast()).startsWith("ResizeCompleted: ");
    }

    @Test
    @DisplayName("a failed increase lets the other increases be tried")
    void failedIncrease() {
        node.add("a", two("cpu=500m", "cpu=500m"));
        node.run();
        node.runtime()
                .faults(act -> act instanceof Act.UpdateContainer update
                                && update.container().equals("c1")
                        ? "x"
                        : "");
        node.resize("a", old -> two("cpu=1", "cpu=1"));
        node.run();
        var second = Objects.requireNonNull(node.status("a").container("c2"));
        assertThat(second.resources().limits().toString()).isEqualTo("cpu=1");
        assertThat(Objects.requireNonNull(condition("a", "PodResizeInProgress")).reason())
                .isEqualTo("Error");
    }

    private static PodSpec two(String first, String second) {
        return PodSpec.builder()
                .container("c1", first, first)
                .container("c2", second, second)
                .build();
    }

    @Test
    @DisplayName("KEP-5419: pod-level resources equal to the sum of the containers change no cgroup; others do")
    void podLevelEqualToTheSum() {
        node.add("a", two("cpu=500m,memory=128Mi", "cpu=500m,memory=128Mi"));
        node.run();
        var before = node.acts().size();
        node.resize("a", old -> old.withResources(parse("cpu=1,memory=256Mi", "cpu=1,memory=256Mi")));
        node.run();
        assertThat(node.acts().subList(before, node.acts().size()).stream()
                        .filter(act -> act instanceof Act.WritePodCgroup || act instanceof Act.UpdateContainer))
                .isEmpty();
        assertThat(Objects.requireNonNull(node.record("a"))
                        .allocated()
                        .resources()
                        .podLevel())
                .isEqualTo(parse("cpu=1,memory=256Mi", "cpu=1,memory=256Mi"));
        assertThat(condition("a", "PodResizeInProgress")).isNull();
        node.resize("a", old -> old.withResources(parse("cpu=1,memory=256Mi", "cpu=1,memory=512Mi")));
        node.run();
        assertThat(Objects.requireNonNull(
                                node.runtime().observe("uid-a").actual().podOrNull())
                        .memoryLimit())
                .isEqualTo(512L << 20);
        assertThat(node.status("a").resources().limits().toString()).isEqualTo("cpu=1,memory=512Mi");
    }

    @Test
    @DisplayName("memory of the pod as a whole is not cut below what its containers use together")
    void podUsage() {
        node.add("a", shared("1Gi"));
        node.run();
        node.uses("a", "c1", 300L << 20, 0);
        node.uses("a", "c2", 300L << 20, 0);
        node.resize("a", old -> shared("512Mi"));
        node.run();
        var waiting = Objects.requireNonNull(condition("a", "PodResizeInProgress"));
        assertThat(waiting.reason()).isEqualTo("Error");
        assertThat(waiting.message())
                .isEqualTo("cannot decrease memory limits: attempting to set pod memory limit (536870912) below current"
                        + " usage (629145600)");
        assertThat(node.status("a").resources().limits().toString()).isEqualTo("memory=1Gi");
        node.uses("a", "c2", 100L << 20, 0);
        node.pass(Duration.ofSeconds(30));
        assertThat(condition("a", "PodResizeInProgress")).isNull();
        assertThat(node.status("a").resources().limits().toString()).isEqualTo("memory=512Mi");
    }

    private static PodSpec shared(String limit) {
        return PodSpec.builder()
                .podLevel("memory=256Mi", "memory=" + limit)
                .container("c1", "memory=64Mi", "memory=400Mi")
                .container("c2", "memory=64Mi", "memory=400Mi")
                .build();
    }

    @Test
    @DisplayName("the runtime is told the new size of the pod without its overhead, and overhead apart")
    void sandbox() {
        node.add("a", withOverhead("cpu=1,memory=256Mi"));
        node.run();
        node.resize("a", old -> withOverhead("cpu=2,memory=512Mi"));
        node.run();
        var told = node.acts().stream()
                .filter(Act.UpdatePodSandbox.class::isInstance)
                .map(act -> ((Act.UpdatePodSandbox) act).resources())
                .toList()
                .getLast();
        assertThat(told.workload()).isEqualTo(new SandboxResources.Amounts(2048, 200_000, 100_000, 512L << 20));
        assertThat(told.overhead()).isEqualTo(new SandboxResources.Amounts(512, 50_000, 100_000, 100L << 20));
        var cgroup =
                Objects.requireNonNull(node.runtime().observe("uid-a").actual().podOrNull());
        assertThat(cgroup.cpuQuota()).isEqualTo(250_000);
        assertThat(cgroup.memoryLimit()).isEqualTo(612L << 20);
    }

    private static PodSpec withOverhead(String amounts) {
        return PodSpec.builder()
                .container("c1", amounts, amounts)
                .overhead("cpu=500m,memory=100Mi")
                .build();
    }

    @Test
    @DisplayName("KEP-5419: of resizes that wait one that asks for no more at pod level comes before one that does")
    void podLevelCountsInTheOrder() {
        PodSpec level = PodSpec.builder()
                .podLevel("cpu=1", "cpu=4")
                .container("c1", "", "")
                .build();
        node.add("a", level);
        node.add("b", level);
        node.add("other", cpu("2"));
        node.run();
        node.resize("a", old -> old.withResources(parse("cpu=2", "cpu=4")));
        node.run();
        assertThat(Objects.requireNonNull(condition("a", "PodResizePending")).reason())
                .isEqualTo("Deferred");
        node.resize("b", old -> old.withResources(parse("cpu=500m", "cpu=4")));
        node.run();
        assertThat(condition("b", "PodResizePending")).isNull();
        assertThat(allocated("b")).isEqualTo("cpu=500m");
        node.resize("other", old -> cpu("1500m"));
        node.run();
        assertThat(allocated("a")).isEqualTo("cpu=2");
    }
}
