package dev.plimsoll.core.workloads.deployment;

import static dev.plimsoll.core.workloads.deployment.OwnedReplicaSet.sum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Spreads a change of the number of replicas over sets that are in the middle of an update, each by its part, so that a broken
 * new version does not get all of the new pods.
 */
final class Proportions {
    private static final Comparator<OwnedReplicaSet> LARGEST_FIRST =
            Comparator.comparingInt((OwnedReplicaSet each) -> -each.wanted());

    private Proportions() {}

    /** The sets with pods, with their new sizes. */
    static List<OwnedReplicaSet> of(RollingBounds bounds, List<OwnedReplicaSet> active, int reportedReplicas) {
        var allowed = bounds.replicas() > 0 ? bounds.most() : 0;
        var change = allowed - sum(active, OwnedReplicaSet::wanted);
        // Of sets of the same size the newest grows and the oldest shrinks first.
        var age = change > 0 ? OwnedReplicaSet.OLDEST_FIRST.reversed() : OwnedReplicaSet.OLDEST_FIRST;
        var ordered = active.stream().sorted(LARGEST_FIRST.thenComparing(age)).toList();
        var sizes = new ArrayList<OwnedReplicaSet>();
        var given = 0;
        for (var set : ordered) {
            var part = part(bounds, set, reportedReplicas);
            var left = change - given;
            var share = change > 0 ? Math.min(part, left) : change < 0 ? Math.max(part, left) : 0;
            sizes.add(set.scaledTo(set.wanted() + share));
            given += share;
        }
        if (!sizes.isEmpty() && given != change) {
            var first = sizes.getFirst();
            sizes.set(0, first.scaledTo(Math.max(0, first.wanted() + change - given)));
        }
        return sizes;
    }

    private static int part(RollingBounds bounds, OwnedReplicaSet set, int reportedReplicas) {
        if (bounds.replicas() == 0) return -set.wanted();
        var before = SetAnnotations.mostReplicas(set.meta());
        if (before <= 0) before = reportedReplicas;
        if (before <= 0) return 0;
        return (int) Math.round((double) set.wanted() * bounds.most() / before) - set.wanted();
    }
}
