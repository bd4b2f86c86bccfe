package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.eviction.EvictionOrder;
import dev.plimsoll.core.resize.eviction.OomKills;
import dev.plimsoll.core.resize.eviction.OomKills.Counters;
import dev.plimsoll.core.resize.eviction.OomKills.Kill;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-2837: oom-cgroup, eviction-pod, eviction-containers
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
                List.of(podLevel, cpuOnly, plain, silent),
                Map.of("uid-level", usage(350 * MI), "uid-cpu", usage(310 * MI), "uid-plain", usage(200 * MI)));
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
        assertThat(RANKING.message(record, 100 * MI, 50 * MI, usage))
                .isEqualTo("The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. "
                        + "Pod web was using 500Mi, request is 200Mi, has larger consumption of memory. "
                        + "Container c1 was using 300Mi, request is 100Mi, has larger consumption of memory. ");
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
