package dev.plimsoll.core.workloads.horizontal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What was recommended and done lately for one HorizontalPodAutoscaler. It is held in memory alone, as upstream's. */
public record ScalingHistory(List<Recommended> recommendations, List<Change> changes) {
    public static final ScalingHistory NONE = new ScalingHistory(List.of(), List.of());

    public ScalingHistory {
        recommendations = List.copyOf(recommendations);
        changes = List.copyOf(changes);
    }

    public record Recommended(int replicas, Instant time) {}

    /**
     * A change that was made.
     *
     * @param by negative where there were fewer afterwards
     */
    public record Change(int by, Instant time) {}

    /** What there is at first counts as recommended. */
    public ScalingHistory beginning(int replicas, Instant now) {
        return recommendations.isEmpty() ? recommending(replicas, now, Duration.ZERO) : this;
    }

    ScalingHistory recommending(int replicas, Instant now, Duration kept) {
        var next = new ArrayList<Recommended>();
        for (var old : recommendations) {
            if (old.time().isAfter(now.minus(kept))) next.add(old);
        }
        next.add(new Recommended(replicas, now));
        return new ScalingHistory(next, changes);
    }

    /** With a change that was made, and without those that are too old to count. */
    public ScalingHistory changing(int by, Instant now, Duration kept) {
        var next = new ArrayList<Change>();
        for (var old : changes) {
            if (old.time().isAfter(now.minus(kept))) next.add(old);
        }
        next.add(new Change(by, now));
        return new ScalingHistory(recommendations, next);
    }

    /** How many there were at the beginning of a period that ends now. */
    int atBeginning(Duration period, int current, Instant now) {
        var first = current;
        for (var change : changes) {
            if (change.time().isAfter(now.minus(period))) first -= change.by();
        }
        return first;
    }
}
