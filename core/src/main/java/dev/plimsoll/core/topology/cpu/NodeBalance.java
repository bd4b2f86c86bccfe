package dev.plimsoll.core.topology.cpu;

/** How evenly CPUs are left over: the standard deviation of the free CPUs per node, to three digits. */
final class NodeBalance {
    private NodeBalance() {}

    /** Mean and deviation are both rounded, as the comparison of two choices depends on equal ones being equal. */
    static double of(int[] freePerNode) {
        var sum = 0L;
        for (var free : freePerNode) sum += free;
        var mean = rounded((double) sum / freePerNode.length);
        var squares = 0.0;
        for (var free : freePerNode) squares += (free - mean) * (free - mean);
        return rounded(Math.sqrt(squares / freePerNode.length));
    }

    private static double rounded(double value) {
        return Math.round(value * 1000.0) / 1000.0;
    }
}
