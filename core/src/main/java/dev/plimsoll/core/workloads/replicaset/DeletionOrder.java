package dev.plimsoll.core.workloads.replicaset;

import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which pods go first when there are too many: those that nobody would miss, then those that are cheap, then those from crowded
 * nodes, then the young. Ages count by powers of two, so that pods of about the same age are chosen at random.
 */
final class DeletionOrder {
    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private DeletionOrder() {}

    /** @param siblings active pods by node, of all replica sets of the same deployment */
    static Comparator<ControlledPod> at(Instant now, Map<String, Integer> siblings) {
        return Comparator.comparing((ControlledPod pod) -> !pod.node().isEmpty())
                .thenComparingInt(pod -> PHASES.indexOf(pod.phase()))
                .thenComparing(ControlledPod::isReady)
                .thenComparingInt(ControlledPod::deletionCost)
                .thenComparingInt(pod -> -siblings.getOrDefault(pod.node(), 0))
                .thenComparingInt(pod -> pod.isReady() ? magnitude(pod.readySince(), now) : 0)
                .thenComparingInt(pod -> -pod.restarts().containers())
                .thenComparingInt(pod -> -pod.restarts().sidecars())
                .thenComparingInt(pod -> magnitude(pod.meta().created(), now))
                .thenComparing(ControlledPod::uid);
    }

    private static int magnitude(Instant since, Instant now) {
        var seconds = Math.max(0, Duration.between(since, now).toSeconds());
        return Long.SIZE - Long.numberOfLeadingZeros(seconds);
    }
}
