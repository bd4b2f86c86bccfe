package dev.plimsoll.core.resize.shutdown;

import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much time pods have to end when their node goes down, by priority. A pod belongs to the group with the highest priority that is
 * not above its own, and to the lowest group where all are above; groups end one after the other, the lowest first.
 *
 * @param groups from the lowest priority to the highest
 */
public record ShutdownGracePeriods(List<OfPriority> groups) {
    /** From here on pods are critical: {@code system-cluster-critical}. */
    private static final long CRITICAL = 2_000_000_000L;

    /** The node does not wait for its pods. */
    public static final ShutdownGracePeriods NONE = new ShutdownGracePeriods(List.of());

    public ShutdownGracePeriods {
        groups = groups.stream()
                .sorted(Comparator.comparingLong(OfPriority::priority))
                .toList();
    }

    /** A member of {@code shutdownGracePeriodByPodPriority}. */
    public record OfPriority(long priority, Duration period) {}

    /**
     * Of {@code shutdownGracePeriod} and {@code shutdownGracePeriodCriticalPods}.
     *
     * @param critical the part of the whole that is kept for critical pods
     */
    public static ShutdownGracePeriods of(Duration whole, Duration critical) {
        if (whole.isZero()) return NONE;
        return new ShutdownGracePeriods(
                List.of(new OfPriority(0, whole.minus(critical)), new OfPriority(CRITICAL, critical)));
    }

    public boolean isOn() {
        return groups.stream().anyMatch(group -> group.period().isPositive());
    }

    /** Pods that end together. */
    public record Wave(Duration period, List<Ending> pods) {
        public Wave {
            pods = List.copyOf(pods);
        }
    }

    /**
     * One pod.
     *
     * @param grace what it asks for, within what its group has
     */
    public record Ending(String uid, Duration grace) {}

    /** All pods that hold something of the node, the first to end first. Groups without pods take no time. */
    public List<Wave> waves(NodeState node) {
        var waves = new ArrayList<Wave>();
        for (var i = 0; i < groups.size(); i++) {
            var at = i;
            var period = groups.get(i).period();
            var pods = node.pods().values().stream()
                    .filter(pod -> pod.stage().holdsResources() && group(pod) == at)
                    .map(pod -> new Ending(pod.uid(), shorter(Grace.of(pod.pod().spec(), Duration.ZERO), period)))
                    .toList();
            if (!pods.isEmpty()) waves.add(new Wave(period, pods));
        }
        return waves;
    }

    private int group(PodRecord pod) {
        var found = 0;
        for (var i = 0; i < groups.size(); i++) if (groups.get(i).priority() <= pod.priority()) found = i;
        return found;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
