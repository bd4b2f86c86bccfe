package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.placement.table.NodeTable;

/** One view of how well nodes suit a pod, prepared for that pod: 0 to 100 for each, times its weight. */
interface NodeScore {
    /** Adds its points for the first {@code count} of the rows to the totals beside them. */
    void add(NodeTable table, int[] rows, int count, long[] totals);

    /** Whether a row's points depend on nothing but that row, so that they are worth remembering. */
    boolean isRowByRow(NodeTable table);
}
