package dev.plimsoll.nodeagent.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a pod's limits do to containers that want more. */
class PodBoundsTest {
    private static PodSpec spec(String podRequests, String podLimits, String first, String second) {
        return PodSpec.builder()
                .podLevel(podRequests, podLimits)
                .container("a", first, "")
                .container("b", second, "")
                .build();
    }

    private static PodRuntime.PodUsage usage(OneNode node) {
        var usage = node.runtime.usage().get("uid-p");
        assertThat(usage).isNotNull();
        return usage;
    }

    private static long rate(PodRuntime.PodUsage usage, String container) {
        var found = usage.containers().get(container);
        assertThat(found).isNotNull();
        return found.cpuNanoCores();
    }

    @Test
    @DisplayName("the pod's CPU limit is shared by its containers, by their requests")
    void cpu() {
        try (var node = new OneNode("cpu=8,memory=8Gi,pods=10")) {
            node.run(
                    "p",
                    spec("cpu=600m,memory=1Gi", "cpu=600m,memory=1Gi", "cpu=100m,memory=64Mi", "cpu=200m,memory=64Mi"),
                    "cpu.a",
                    "constant 2",
                    "cpu.b",
                    "constant 2");
            node.pass(Duration.ofSeconds(10));
            var usage = usage(node);
            assertThat(usage.cpuNanoCores()).isBetween(599_000_000L, 600_000_000L);
            assertThat(usage.cpuNanos()).isBetween(5_990_000_000L, 6_010_000_000L);
            assertThat((double) rate(usage, "b") / rate(usage, "a")).isBetween(1.9, 2.1);
        }
    }

    @Test
    @DisplayName("a container that uses more memory than its limit from the start is killed")
    void constant() {
        try (var node = new OneNode("cpu=8,memory=8Gi,pods=10")) {
            node.run(
                    "p",
                    PodSpec.builder()
                            .container("a", "memory=64Mi", "memory=64Mi")
                            .build(),
                    "memory.a",
                    "constant 100Mi");
            node.pass(Duration.ofSeconds(2));
            var instance = node.pod("p").actual().container("a");
            assertThat(instance).isNotNull();
            assertThat(instance.restartCount()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("where the pod runs out of memory the kernel kills whom it likes least, which need not be the largest")
    void podMemory() {
        try (var node = new OneNode("cpu=8,memory=2Gi,pods=10")) {
            // The score of a container falls with its request: a is larger, and b has promised nothing.
            node.run(
                    "p",
                    spec("cpu=1,memory=1000Mi", "cpu=2,memory=1Gi", "memory=1000Mi", "cpu=10m"),
                    "memory.a",
                    "constant 600Mi",
                    "memory.b",
                    "constant 500Mi");
            node.pass(Duration.ofSeconds(1));
            var actual = node.pod("p").actual();
            assertThat(actual.containers().values())
                    .filteredOn(instance -> instance.restartCount() > 0)
                    .extracting(instance -> instance.image())
                    .containsExactly("example/b");
        }
    }
}
