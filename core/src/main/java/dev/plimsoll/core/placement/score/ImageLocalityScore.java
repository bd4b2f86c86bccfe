package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.placement.table.NodeTable;
import java.util.List;

/** The more of a pod's images a node has already, the better; an image that is rare in the cluster counts for less. */
record ImageLocalityScore(List<String> images, int containers, int weight) implements NodeScore {
    private static final long LEAST = 23L << 20;
    private static final long MOST_OF_ONE = 1000L << 20;

    /** Whether any node has any of the images. */
    static boolean concerns(List<String> images, NodeTable table) {
        for (var image : images) if (table.nodesWithImage(image) > 0) return true;
        return false;
    }

    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        var most = MOST_OF_ONE * containers;
        for (var i = 0; i < count; i++) {
            var sum = 0L;
            var there = table.node(rows[i]).images();
            for (var image : images) {
                var size = there.get(image);
                if (size == null) continue;
                sum += (long) (size * ((double) table.nodesWithImage(image) / table.nodeCount()));
            }
            totals[i] += weight * ((Math.clamp(sum, LEAST, most) - LEAST) * 100 / (most - LEAST));
        }
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return false;
    }
}
