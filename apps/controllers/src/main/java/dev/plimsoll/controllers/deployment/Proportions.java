package dev.plimsoll.controllers.deployment;

import static dev.plimsoll.controllers.deployment.SetView.sum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Spreads a change of the number of replicas over sets that are in the middle of an update, each by its part, so that a broken
 * new version does not get all of the new pods.
 */
final class Proportions {
    private static final Comparator<SetView> LARGEST_FIRST = Comparator.comparingInt((SetView each) -> -each.wanted());

    private Proportions() {}

    /** The sets with pods, with their new sizes. */
    static List<SetView> of(RollingBounds bounds, List<SetView> active, int reportedReplicas) {
        var allowed = bounds.replicas() > 0 ? bounds.most() : 0;
        var change = allowed - sum(active, SetView::wanted);
        // Of sets of the same size the newest grows and the oldest shrinks first.
        var age = change > 0 ? SetView.OLDEST_FIRST.reversed() : SetView.OLDEST_FIRST;
        var ordered = active.stream().sorted(LARGEST_FIRST.thenComparing(age)).toList();
        var sizes = new ArrayList<SetView>();
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

    private static int part(RollingBounds bounds, SetView set, int reportedReplicas) {
        if (bounds.replicas() == 0) return -set.wanted();
        var before = SetAnnotations.mostReplicas(set.set());
        if (before <= 0) before = reportedReplicas;
        if (before <= 0) return 0;
        return (int) Math.round((double) set.wanted() * bounds.most() / before) - set.wanted();
    }
}
