package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.placement.table.NodeTable;

/** The more of cpu and memory would be left, the better; both count the same. The default, and so the fast one. */
record LeastAllocated(long cpu, long memory, int weight) implements NodeScore {
    static LeastAllocated of(Amounts scored, int weight) {
        return new LeastAllocated(scored.milliCpu(), scored.memory(), weight);
    }

    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        for (var i = 0; i < count; i++) totals[i] += weight * of(table, rows[i]);
    }

    private long of(NodeTable table, int row) {
        var hasCpu = table.cpu(row);
        var hasMemory = table.memory(row);
        if (hasCpu == 0 || hasMemory == 0) {
            if (hasCpu == 0 && hasMemory == 0) return 0;
            return hasCpu == 0
                    ? left(hasMemory, table.scoredMemory(row) + memory)
                    : left(hasCpu, table.scoredCpu(row) + cpu);
        }
        return (left(hasCpu, table.scoredCpu(row) + cpu) + left(hasMemory, table.scoredMemory(row) + memory)) / 2;
    }

    private static long left(long has, long used) {
        return used > has ? 0 : (has - used) * 100 / has;
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return true;
    }
}
