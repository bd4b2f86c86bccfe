package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import dev.plimsoll.core.placement.table.NodeTable;
import java.util.List;

/** Any strategy over any resources. A resource that the node lacks, or that is rare and not asked for, is left out. */
record ResourceScore(ScoringStrategy scoring, Amounts scored, int weight) implements NodeScore {
    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        for (var i = 0; i < count; i++) totals[i] += weight * of(table, rows[i]);
    }

    private long of(NodeTable table, int row) {
        var points = 0L;
        var weights = 0L;
        var byRatio = scoring.strategy() == ScoringStrategy.Strategy.REQUESTED_TO_CAPACITY_RATIO;
        for (var resource : scoring.resources()) {
            var has = has(table, row, resource.name());
            if (has == 0 || (isRare(resource.name()) && scored.of(resource.name()) == 0)) continue;
            var used = used(table, row, resource.name()) + scored.of(resource.name());
            var score = score(has, used);
            if (byRatio && score == 0) continue;
            points += score * resource.weight();
            weights += resource.weight();
        }
        if (weights == 0) return 0;
        return byRatio ? Math.round((double) points / weights) : points / weights;
    }

    private long score(long has, long used) {
        return switch (scoring.strategy()) {
            case LEAST_ALLOCATED -> used > has ? 0 : (has - used) * 100 / has;
            case MOST_ALLOCATED -> Math.min(used, has) * 100 / has;
            case REQUESTED_TO_CAPACITY_RATIO -> interpolated(scoring.shape(), used > has ? 100 : used * 100 / has);
        };
    }

    /** The broken line through the points of a shape, at a utilization. */
    private static long interpolated(List<ScoringStrategy.Point> shape, long utilization) {
        for (var i = 0; i < shape.size(); i++) {
            var right = shape.get(i);
            if (utilization > right.utilization()) continue;
            if (i == 0) return right.score() * 10L;
            var left = shape.get(i - 1);
            return left.score() * 10L
                    + (right.score() - left.score())
                            * 10L
                            * (utilization - left.utilization())
                            / (right.utilization() - left.utilization());
        }
        return shape.isEmpty() ? 0 : shape.getLast().score() * 10L;
    }

    static boolean isRare(ResourceName name) {
        return !name.equals(ResourceName.CPU)
                && !name.equals(ResourceName.MEMORY)
                && !name.equals(ResourceName.EPHEMERAL_STORAGE);
    }

    static long has(NodeTable table, int row, ResourceName name) {
        if (name.equals(ResourceName.CPU)) return table.cpu(row);
        if (name.equals(ResourceName.MEMORY)) return table.memory(row);
        if (name.equals(ResourceName.EPHEMERAL_STORAGE)) return table.storage(row);
        return table.other(table.column(name), row);
    }

    private static long used(NodeTable table, int row, ResourceName name) {
        if (name.equals(ResourceName.CPU)) return table.scoredCpu(row);
        if (name.equals(ResourceName.MEMORY)) return table.scoredMemory(row);
        return exactlyUsed(table, row, name);
    }

    static long exactlyUsed(NodeTable table, int row, ResourceName name) {
        if (name.equals(ResourceName.CPU)) return table.usedCpu(row);
        if (name.equals(ResourceName.MEMORY)) return table.usedMemory(row);
        if (name.equals(ResourceName.EPHEMERAL_STORAGE)) return table.usedStorage(row);
        return table.usedOther(table.column(name), row);
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return true;
    }
}
