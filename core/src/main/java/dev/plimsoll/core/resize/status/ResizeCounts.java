package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.resize.state.NodeState;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many resizes wait or are under way at this moment. Counted anew each time somebody asks, so that no restart can make it wrong.
 *
 * @param pending by reason and priority, with a zero for each where there is none
 */
public record ResizeCounts(long inProgress, SortedMap<Pending, Long> pending) {
    /**
     * The labels of one count.
     *
     * @param reason {@code deferred} or {@code infeasible}
     */
    public record Pending(String reason, String priorityBucket) implements Comparable<Pending> {
        @Override
        public int compareTo(Pending other) {
            var byReason = reason.compareTo(other.reason);
            return byReason != 0 ? byReason : priorityBucket.compareTo(other.priorityBucket);
        }
    }

    public ResizeCounts {
        pending = Collections.unmodifiableSortedMap(new TreeMap<>(pending));
    }

    public static ResizeCounts of(Collection<NodeState> nodes) {
        var inProgress = new long[1];
        var pending = new TreeMap<Pending, Long>();
        for (var bucket : ResizeMetrics.PRIORITY_BUCKETS) {
            pending.put(new Pending("deferred", bucket), 0L);
            pending.put(new Pending("infeasible", bucket), 0L);
        }
        for (var node : nodes) {
            node.pods().forEach(pod -> {
                // As told: what is not on disk yet is told nowhere.
                for (var condition : pod.published().conditions()) {
                    if (condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS)) inProgress[0]++;
                    if (!condition.type().equals(Condition.POD_RESIZE_PENDING)) continue;
                    var reason = condition.reason().equals(Condition.INFEASIBLE) ? "infeasible" : "deferred";
                    pending.merge(new Pending(reason, ResizeMetrics.priorityBucket(pod)), 1L, Long::sum);
                }
            });
        }
        return new ResizeCounts(inProgress[0], pending);
    }
}
