package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.table.NodeTable;
import java.util.List;

/** The more of what a pod would like of its node, the better. */
record NodeAffinityScore(List<NodeAffinity.Preferred> preferred, int weight) implements NodeScore {
    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        var raw = new long[count];
        var most = 0L;
        for (var i = 0; i < count; i++) {
            var node = table.node(rows[i]);
            for (var wish : preferred) {
                if (wish.weight() != 0 && wish.term().matches(node.name(), node.labels())) raw[i] += wish.weight();
            }
            most = Math.max(most, raw[i]);
        }
        if (most == 0) return;
        for (var i = 0; i < count; i++) totals[i] += weight * (raw[i] * 100 / most);
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return false;
    }
}
