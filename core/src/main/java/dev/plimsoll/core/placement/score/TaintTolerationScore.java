package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.table.NodeTable;
import java.util.List;

/** The fewer taints that ask pods to stay away and are not tolerated, the better. */
record TaintTolerationScore(List<Toleration> tolerations, int weight) implements NodeScore {
    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        var raw = new long[count];
        var most = 0L;
        if (table.hasSoftTaints()) {
            for (var i = 0; i < count; i++) {
                for (var taint : table.node(rows[i]).taints()) {
                    if (taint.effect().equals(Taint.PREFER_NO_SCHEDULE) && !taint.isToleratedBy(tolerations)) raw[i]++;
                }
                most = Math.max(most, raw[i]);
            }
        }
        for (var i = 0; i < count; i++) totals[i] += weight * (most == 0 ? 100 : 100 - raw[i] * 100 / most);
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return !table.hasSoftTaints();
    }
}
