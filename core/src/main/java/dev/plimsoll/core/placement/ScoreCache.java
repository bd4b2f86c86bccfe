package dev.plimsoll.core.placement;

import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.score.Scores;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about each row for each kind of pod. Pods come in kinds, such as the replicas of a Deployment, and between two
 * decisions only a few rows change; so a decision looks at numbers that are there and computes those of changed rows anew.
 *
 * <p>Only for filters and scores that look at one row alone: then the row's version says whether a number is still right.
 */
final class ScoreCache {
    /** Points of a row that the pod may not use. */
    static final long REFUSED = -1;

    private static final int MOST_KINDS = 256;

    private final Map<Kind, Points> kinds = new HashMap<>();
    private @Nullable NodeTable table;

    /**
     * Pods for which the same is found. Views share what their pods have in common, so it is compared by identity: two kinds that
     * are equal and not the same cost memory, not correctness.
     */
    @SuppressWarnings("ReferenceEquality")
    private record Kind(Terms terms, PlacementPod.Sized asks, Object pinned) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Kind that && terms == that.terms && asks == that.asks && pinned.equals(that.pinned);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(terms) + System.identityHashCode(asks);
        }
    }

    /** Of one kind of pods: points of rows, and the versions of the rows for which they were found. */
    static final class Points {
        private long[] versions = new long[0];
        private long[] points = new long[0];
        private final int[] row = new int[1];
        private final long[] total = new long[1];
        private final FilterResults reasons = FilterResults.ignored();

        boolean known(NodeTable table, int at) {
            return at < versions.length && versions[at] == table.version(at);
        }

        long at(int at) {
            return points[at];
        }

        long find(NodeTable table, int at, Filters filters, Scores scores) {
            if (at >= versions.length) {
                versions = Arrays.copyOf(versions, table.capacity());
                points = Arrays.copyOf(points, table.capacity());
            }
            var found = REFUSED;
            if (filters.admit(table, at, reasons)) {
                row[0] = at;
                scores.total(table, row, 1, total);
                found = total[0];
            }
            points[at] = found;
            versions[at] = table.version(at);
            return found;
        }
    }

    @SuppressWarnings("ReferenceEquality") // versions are those of one table
    Points of(PlacementPod pod, NodeTable current) {
        if (table != current || kinds.size() > MOST_KINDS) {
            kinds.clear();
            table = current;
        }
        var pinned = pod.pinned();
        return kinds.computeIfAbsent(
                new Kind(pod.terms(), pod.asks(), pinned == null ? "" : pinned), _ -> new Points());
    }
}
