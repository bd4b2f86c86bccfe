package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import dev.plimsoll.core.placement.table.NodeTable;
import java.util.List;

/** The more evenly resources are used with the pod than without it, the better. */
record BalancedAllocation(List<ScoringStrategy.Weighted> resources, Amounts asked, int weight) implements NodeScore {
    /** Whether a pod asks for any of them; one that does not leaves every node as even as it is. */
    static boolean concerns(List<ScoringStrategy.Weighted> resources, Amounts asked) {
        return resources.stream().anyMatch(resource -> asked.of(resource.name()) > 0);
    }

    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        if (resources.equals(ScoringStrategy.CPU_AND_MEMORY)) {
            for (var i = 0; i < count; i++) totals[i] += weight * ofTwo(table, rows[i]);
        } else {
            for (var i = 0; i < count; i++) totals[i] += weight * of(table, rows[i]);
        }
    }

    private static long points(long with, long without) {
        return 50 + (50 + with - without) / 2;
    }

    private long ofTwo(NodeTable table, int row) {
        var cpu = table.cpu(row);
        var memory = table.memory(row);
        if (cpu == 0 || memory == 0) return points(100, 100);
        var usedCpu = table.usedCpu(row);
        var usedMemory = table.usedMemory(row);
        return points(
                evenness(share(usedCpu + asked.milliCpu(), cpu), share(usedMemory + asked.memory(), memory)),
                evenness(share(usedCpu, cpu), share(usedMemory, memory)));
    }

    private static double share(long used, long has) {
        return Math.min(1, (double) used / has);
    }

    private static long evenness(double one, double other) {
        return (long) ((1 - Math.abs(one - other) / 2) * 100);
    }

    private long of(NodeTable table, int row) {
        return points(evenness(table, row, 1), evenness(table, row, 0));
    }

    private long evenness(NodeTable table, int row, int times) {
        var shares = new double[resources.size()];
        var count = 0;
        for (var resource : resources) {
            var name = resource.name();
            var has = ResourceScore.has(table, row, name);
            if (has == 0 || (ResourceScore.isRare(name) && asked.of(name) == 0)) continue;
            shares[count++] = share(ResourceScore.exactlyUsed(table, row, name) + times * asked.of(name), has);
        }
        if (count < 2) return 100;
        if (count == 2) return evenness(shares[0], shares[1]);
        var mean = 0.0;
        for (var i = 0; i < count; i++) mean += shares[i] / count;
        var squares = 0.0;
        for (var i = 0; i < count; i++) squares += (shares[i] - mean) * (shares[i] - mean);
        return (long) ((1 - Math.sqrt(squares / count)) * 100);
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return true;
    }
}
