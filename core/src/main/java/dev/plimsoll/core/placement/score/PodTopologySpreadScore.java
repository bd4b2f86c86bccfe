package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.placement.filter.PodTopologySpreadFilter;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The fewer pods of the same kind a node's domains have, the better. Nodes without one of the labels get nothing. */
record PodTopologySpreadScore(PlacementPod pod, List<SpreadConstraint> soft, int weight) implements NodeScore {
    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        var sums = new double[count];
        var ignored = new boolean[count];
        for (var i = 0; i < count; i++) {
            for (var constraint : soft) {
                ignored[i] |= !table.node(rows[i]).labels().containsKey(constraint.topologyKey());
            }
        }
        for (var constraint : soft) {
            var counts = PodTopologySpreadFilter.count(pod, soft, constraint, table);
            var values = new HashSet<String>();
            for (var i = 0; i < count; i++) if (!ignored[i]) values.add(value(table, rows[i], constraint));
            var factor = Math.log(values.size() + 2);
            for (var i = 0; i < count; i++) {
                if (!ignored[i]) sums[i] += points(counts, value(table, rows[i], constraint), factor, constraint);
            }
        }
        normalize(sums, ignored, totals);
    }

    private static String value(NodeTable table, int row, SpreadConstraint constraint) {
        return table.node(row).labels().getOrDefault(constraint.topologyKey(), "");
    }

    private static double points(
            Map<String, Integer> counts, String value, double factor, SpreadConstraint constraint) {
        return counts.getOrDefault(value, 0) * factor + (constraint.maxSkew() - 1);
    }

    private void normalize(double[] sums, boolean[] ignored, long[] totals) {
        var most = Long.MIN_VALUE;
        var least = Long.MAX_VALUE;
        for (var i = 0; i < sums.length; i++) {
            if (ignored[i]) continue;
            most = Math.max(most, Math.round(sums[i]));
            least = Math.min(least, Math.round(sums[i]));
        }
        for (var i = 0; i < sums.length; i++) {
            if (ignored[i]) continue;
            totals[i] += weight * (most == 0 ? 100 : 100 * (most + least - Math.round(sums[i])) / most);
        }
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return false;
    }
}
