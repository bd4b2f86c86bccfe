package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.eviction.EvictionOrder;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.eviction.ImageGarbage.Candidate;
import dev.plimsoll.core.resize.eviction.OomKills;
import dev.plimsoll.core.resize.eviction.OomKills.Counters;
import dev.plimsoll.core.resize.eviction.OomKills.Kill;
import dev.plimsoll.core.resize.eviction.PodConsumption;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-2837: oom-cgroup, eviction-pod, eviction-containers
// Acceptance of nodes: image-garbage
class EvictionRankingTest {
    private static final long MI = 1 << 20;
    private static final EvictionOrder RANKING = EvictionOrder.under(FeatureGates.DEFAULT);

    private static MemoryUsage usage(long bytes) {
        return new MemoryUsage(MemoryUsage.Reading.of(bytes), Map.of("c1", MemoryUsage.Reading.of(bytes)));
    }

    @Test
    void aPodIsMeasuredByWhatItRequestsAsAWhole() {
        var podLevel = Records.running(
                "level",
                PodSpec.builder()
                        .podLevel("memory=400Mi", "")
                        .container("c1", "memory=10Mi", "")
                        .build());
        var cpuOnly = Records.running(
                "cpu",
                PodSpec.builder()
                        .podLevel("cpu=1", "")
                        .container("c1", "memory=300Mi", "")
                        .build());
        var plain = Records.running(
                "plain", PodSpec.builder().container("c1", "memory=100Mi", "").build());
        var silent = Records.running(
                "silent", PodSpec.builder().container("c1", "memory=100Mi", "").build());
        var ranked = RANKING.rank(
                EvictionSignal.MEMORY,
                List.of(podLevel, cpuOnly, plain, silent),
                PodConsumption.ofMemory(Map.of(
                        "uid-level", usage(350 * MI), "uid-cpu", usage(310 * MI), "uid-plain", usage(200 * MI))));
        // Without a pod-level request for memory the containers' counts (KEP-2837).
        assertThat(ranked.stream().map(PodRecord::uid))
                .containsExactly("uid-silent", "uid-plain", "uid-cpu", "uid-level");
    }

    @Test
    void theMessageNamesPodAndContainers() {
        var record = Records.running(
                "web",
                PodSpec.builder()
                        .podLevel("memory=200Mi", "")
                        .container("c1", "memory=100Mi", "")
                        .build());
        var usage = new MemoryUsage(MemoryUsage.Reading.of(500 * MI), Map.of("c1", MemoryUsage.Reading.of(300 * MI)));
        assertThat(RANKING.message(
                        EvictionSignal.MEMORY,
                        record,
                        100 * MI,
                        50 * MI,
                        PodConsumption.ofMemory(Map.of("uid-web", usage))))
                .isEqualTo("The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. "
                        + "Pod web was using 500Mi, request is 200Mi, has larger consumption of memory. "
                        + "Container c1 was using 300Mi, request is 100Mi, has larger consumption of memory. ");
    }

    private static PodRecord prioritized(String name, long priority, String requests) {
        return Records.running(
                name,
                PodSpec.builder()
                        .container("c1", requests, "")
                        .placement(new PodPlacement("", "", priority, PodPlacement.UNSET, false, List.of()))
                        .build());
    }

    @Test
    void whoHasMoreOnDiskThanRequestedGoesFirstWhenTheDiskIsFull() {
        var modest = prioritized("modest", 0, "ephemeral-storage=2Gi");
        var greedy = prioritized("greedy", 100, "ephemeral-storage=100Mi");
        var important = prioritized("important", 1000, "");
        var stored = Map.of(
                "uid-modest", new StorageUsage(Map.of("c1", 1024 * MI), Map.of()),
                "uid-greedy", new StorageUsage(Map.of("c1", 200 * MI), Map.of()),
                "uid-important", new StorageUsage(Map.of("c1", 900 * MI), Map.of()));
        var usages = new PodConsumption(Map.of(), stored, Map.of());
        assertThat(RANKING.rank(EvictionSignal.NODEFS, List.of(modest, greedy, important), usages).stream()
                        .map(PodRecord::uid))
                .containsExactly("uid-greedy", "uid-important", "uid-modest");
        assertThat(RANKING.message(EvictionSignal.IMAGEFS, greedy, 1024 * MI, 512 * MI, usages))
                .isEqualTo(
                        "The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 512Mi. "
                                + "Container c1 was using 200Mi, request is 100Mi, has larger consumption of ephemeral-storage. ");
    }

    @Test
    void priorityComesBeforeTheNumberOfProcesses() {
        var low = prioritized("low", -1, "");
        var few = prioritized("few", 0, "");
        var many = prioritized("many", 0, "");
        var usages = new PodConsumption(Map.of(), Map.of(), Map.of("uid-low", 1L, "uid-few", 10L, "uid-many", 5000L));
        assertThat(RANKING.rank(EvictionSignal.PIDS, List.of(few, many, low), usages).stream()
                        .map(PodRecord::uid))
                .containsExactly("uid-low", "uid-many", "uid-few");
        assertThat(RANKING.message(EvictionSignal.PIDS, many, 1000, 12, usages))
                .isEqualTo("The node was low on resource: pids. Threshold quantity: 1k, available: 12. ");
    }

    private static Candidate image(String id, long bytes, int seenBefore, int usedBefore, boolean isInUse) {
        return new Candidate(
                id,
                bytes,
                Records.NOW.minusSeconds(seenBefore),
                Records.NOW.minusSeconds(usedBefore),
                isInUse,
                id.equals("pinned"));
    }

    @Test
    void imagesGoFromTheOneThatWasUsedLongestAgoUntilEnoughIsFree() {
        var images = List.of(
                image("recent", 5, 1000, 200, false),
                image("old", 4, 1000, 900, false),
                image("older", 3, 1000, 950, false),
                image("new", 50, 60, 60, false),
                image("used", 50, 1000, 1000, true),
                image("pinned", 50, 1000, 1000, false));
        assertThat(ids(ImageGarbage.DEFAULT.plan(100, 16, images, Records.NOW)))
                .as("84 %")
                .isEmpty();
        assertThat(ids(ImageGarbage.DEFAULT.plan(100, 15, images, Records.NOW)))
                .as("85 %: to 80 %")
                .containsExactly("older", "old");
        var full = ImageGarbage.DEFAULT.plan(100, 0, images, Records.NOW);
        assertThat(ids(full)).containsExactly("older", "old", "recent");
        assertThat(full.isShort()).isTrue();
        var aged = new ImageGarbage(85, 80, Duration.ofMinutes(2), Duration.ofSeconds(920));
        assertThat(ids(aged.plan(100, 90, images, Records.NOW))).containsExactly("older");
        assertThat(ids(new ImageGarbage(100, 80, Duration.ZERO, Duration.ZERO).plan(100, 0, images, Records.NOW)))
                .isEmpty();
        assertThat(ids(ImageGarbage.DEFAULT.all(images, Records.NOW))).containsExactly("older", "old", "recent");
    }

    private static List<String> ids(ImageGarbage.Plan plan) {
        return plan.removals().stream().map(Candidate::id).toList();
    }

    @Test
    void killsAreToldApartByTheLimitThatWasHit() {
        var none = new Counters(0, 0);
        assertThat(OomKills.between(
                        none,
                        new Counters(1, 3),
                        Map.of(),
                        Map.of("a", new Counters(1, 1), "b", new Counters(0, 1), "c", none)))
                .containsExactly(new Kill.OfContainer("a"), new Kill.OfPod("b"));
        assertThat(OomKills.between(none, new Counters(0, 1), Map.of(), Map.of("a", new Counters(0, 1))))
                .containsExactly(new Kill.OfNode("a"));
    }
}
