package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.CgroupPaths.cgroup;
import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.RealNode.id;
import static dev.plimsoll.e2e.Specs.both;
import static dev.plimsoll.e2e.Specs.exactly;
import static dev.plimsoll.e2e.Specs.resized;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Resizes in place, as kernel and runtime see them. The runtime does not know UpdatePodSandboxResources, which is no hindrance. */
@Order(2)
// Acceptance of KEP-1287: goal-no-restart, policy-restart, pending-deferred, pending-infeasible, memory-decrease
// Acceptance of KEP-1287: metric-runtime
// Acceptance of KEP-5419: goal-resize, e2e-cgroups
// Acceptance of nodes: resize-restart-policies, resize-pod-level, resize-below-usage, resize-deferred
// Acceptance of nodes: resize-infeasible, resize-sandbox
class ResizeTest implements UsualNode {
    /** How much of a resize is the runtime's. */
    @AfterAll
    static void note(RealNode node) throws IOException, InterruptedException {
        var series = "kubelet_runtime_operations_%s{operation_type=\"update_container\"}";
        var count = node.metric(series.formatted("duration_seconds_count"));
        assertThat(count).as("what the runtime is asked is counted").isGreaterThan(0);
        var seconds = node.metric(series.formatted("duration_seconds_sum"));
        node.figures.add("UpdateContainerResources, mean of " + (long) count, Duration.ofMillis((long)
                (seconds / count * 1000)));
    }

    private static void assertUntouched(ObjectNode before, ObjectNode after, String... names) {
        for (var name : names) {
            assertThat(id(after, name)).isEqualTo(id(before, name));
            assertThat(container(after, name).path("restartCount").asInt()).isZero();
        }
    }

    @Test
    void containersGrowAndShrink(RealNode node) throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.pod(
                        Specs.container("a", both("250m 64Mi", "500m 96Mi")),
                        Specs.container("b", exactly("100m 32Mi"))));
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(128L << 20));

        var larger = node.resize("p", Specs.pod(resized("a", both("500m 96Mi", "1 160Mi"))));
        assertUntouched(pod, larger, "a", "b");
        assertThat(node.file(cgroup(pod, "a"), "cpu.max")).isEqualTo("100000 100000");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(160L << 20));
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("110000 100000");
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(192L << 20));
        assertThat(larger.at("/status/allocatedResources/cpu").asText()).isEqualTo("600m");

        var smaller = node.resize("p", Specs.pod(resized("a", both("100m 32Mi", "200m 48Mi"))));
        assertUntouched(pod, smaller, "a", "b");
        assertThat(node.file(cgroup(pod, "a"), "cpu.max")).isEqualTo("20000 100000");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(48L << 20));
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("30000 100000");
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(80L << 20));
        node.awaitEvent("p", "ResizeCompleted", message -> message.contains("\"generation\":3"));
    }

    @Test
    void thePodLevelGrowsAndShrinksWithWhatInheritsIt(RealNode node) throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.podLevel(
                        both("1 128Mi", "2 256Mi"),
                        Specs.container("a", Specs.NONE),
                        Specs.container("b", both("250m 32Mi", "500m 64Mi"))));
        var larger = node.resize("p", "{\"resources\":" + both("2 192Mi", "3 384Mi") + "}");
        assertUntouched(pod, larger, "a", "b");
        assertThat(node.file(cgroup(pod), "cpu.weight")).isEqualTo("79");
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("300000 100000");
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(384L << 20));
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(384L << 20));
        assertThat(node.file(cgroup(pod, "a"), "cpu.max")).isEqualTo("300000 100000");
        assertThat(node.file(cgroup(pod, "b"), "memory.max")).isEqualTo(Long.toString(64L << 20));
        assertThat(larger.at("/status/resources"))
                .isEqualTo(
                        RealNode.json(
                                "{\"requests\":{\"cpu\":\"2\",\"memory\":\"192Mi\"},\"limits\":{\"cpu\":\"3\",\"memory\":\"384Mi\"}}"));

        var smaller = node.resize("p", "{\"resources\":" + both("500m 64Mi", "1 128Mi") + "}");
        assertUntouched(pod, smaller, "a", "b");
        assertThat(node.file(cgroup(pod), "cpu.weight")).isEqualTo("20");
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("100000 100000");
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo(Long.toString(128L << 20));
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(128L << 20));
        assertThat(smaller.at("/status/allocatedResources"))
                .isEqualTo(RealNode.json("{\"cpu\":\"500m\",\"memory\":\"64Mi\"}"));
    }

    @Test
    void aContainerWhosePolicyAsksForItStartsAgain(RealNode node) throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.pod(
                        Specs.container(
                                "a",
                                Specs.WAIT,
                                exactly("100m 32Mi"),
                                ",\"resizePolicy\":[{\"resourceName\":\"memory\",\"restartPolicy\":\"RestartContainer\"}]"),
                        Specs.container("b", both("100m 32Mi", "200m 32Mi"))));
        var after = node.resize(
                "p", Specs.pod(resized("a", exactly("100m 64Mi")), resized("b", both("100m 32Mi", "300m 32Mi"))));
        assertUntouched(pod, after, "b");
        assertThat(container(after, "a").path("restartCount").asInt()).isEqualTo(1);
        assertThat(node.file(cgroup(after, "a"), "memory.max")).isEqualTo(Long.toString(64L << 20));
        assertThat(node.file(cgroup(after, "b"), "cpu.max")).isEqualTo("30000 100000");
    }

    @Test
    void memoryIsNotCutBelowWhatIsUsed(RealNode node) throws IOException, InterruptedException {
        var memory = new Memory(node);
        var pod = node.run("p", Specs.pod(Specs.container("a", both("100m 64Mi", "500m 128Mi"))));
        memory.take(pod, "a", 80);
        memory.awaitUsed(cgroup(pod, "a"), 80);
        var generation = node.wish("p", Specs.pod(resized("a", both("100m 32Mi", "500m 48Mi"))))
                .done()
                .orElseThrow()
                .at("/metadata/generation")
                .asLong();
        var held = node.await(
                "p",
                "held",
                each -> condition(each, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        assertThat(condition(held, "PodResizeInProgress").path("message").asText())
                .startsWith("cannot decrease memory limits: attempting to set container \"a\" memory limit (50331648) "
                        + "below current usage (");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(128L << 20));
        assertThat(container(held, "a").at("/allocatedResources/memory").asText())
                .isEqualTo("32Mi");

        memory.giveBack(pod, "a");
        var done = node.awaitResized("p", generation);
        assertUntouched(pod, done, "a");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(48L << 20));
    }

    @Test
    void pageCacheDoesNotStandInTheWay(RealNode node) throws IOException, InterruptedException {
        var pod = node.run("p", Specs.pod(Specs.container("a", both("100m 64Mi", "500m 128Mi"))));
        new Memory(node).cache(pod, "a", 80);
        var done = node.resize("p", Specs.pod(resized("a", both("100m 32Mi", "500m 48Mi"))));
        assertUntouched(pod, done, "a");
        assertThat(node.file(cgroup(pod, "a"), "memory.max")).isEqualTo(Long.toString(48L << 20));
        assertThat(Long.parseLong(node.file(cgroup(pod, "a"), "memory.current")))
                .isLessThan(48L << 20);
        assertThat(node.file(cgroup(pod, "a"), "memory.high")).isEqualTo("max");
    }

    @Test
    void whatHasNoRoomWaitsUntilAnotherPodGoes(RealNode node) throws IOException, InterruptedException {
        var pod = node.run("grower", Specs.pod(Specs.container("a", both("1 32Mi", "8 64Mi"))));
        node.run("neighbour", Specs.pod(Specs.container("a", both("5 32Mi", "8 64Mi"))));
        var generation = node.wish("grower", Specs.pod(resized("a", both("4 32Mi", "8 64Mi"))))
                .done()
                .orElseThrow()
                .at("/metadata/generation")
                .asLong();
        var deferred = node.await(
                "grower",
                "deferred",
                each -> condition(each, "PodResizePending")
                        .path("reason")
                        .asText()
                        .equals("Deferred"));
        assertThat(condition(deferred, "PodResizePending").path("message").asText())
                .contains("Node didn't have enough resource: cpu, requested: 4000, used: 5000, capacity: 8000");
        // Who is in the way is said about the node: the owner of the pod may not be allowed to see others.
        node.events.await(
                "the holder of the room",
                event -> event.path("reason").asText().equals("PodResizeDeferred")
                        && event.at("/involvedObject/kind").asText().equals("Node")
                        && event.path("message").asText().contains("neighbour"));
        node.delete("neighbour");
        var granted = node.awaitResized("grower", generation);
        assertUntouched(pod, granted, "a");
        // 4 CPUs are 4096 shares.
        assertThat(node.file(cgroup(pod), "cpu.weight")).isEqualTo("157");
    }

    @Test
    void whatTheNodeNeverHasIsRefused(RealNode node) throws InterruptedException {
        node.run("p", Specs.pod(Specs.container("a", both("1 32Mi", "8 64Mi"))));
        assertThat(node.wish("p", Specs.pod(resized("a", both("9 32Mi", "10 64Mi"))))
                        .problem())
                .contains("node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 8000");
    }
}
