package dev.plimsoll.benchmarks.figures;

/** Rows of the simulation's benchmark that are followed over sizes: their names say shares of the cluster, not counts. */
public final class SimulateRows {
    public static final String PLACED = "40 % more pods placed";
    public static final String RESIZED = "20 % of the pods resized";
    public static final String CONSOLIDATED = "consolidation at both levels";
    public static final String ADMITTED = "10 % more pods admitted by managers";
    public static final String RECORDED = "7 days of a container for 6 % of the pods";

    private SimulateRows() {}
}
