package dev.plimsoll.core.placement.view;

import java.util.List;

/** What a node's resource managers could still give away, NUMA node by NUMA node, and how strict the node is about it. */
public record NumaZones(Alignment alignment, boolean wholePod, List<Zone> zones) {
    public static final NumaZones NONE = new NumaZones(Alignment.ANY, false, List.of());

    /** What must come from one NUMA node. */
    public enum Alignment {
        /** Nothing must. */
        ANY,
        /** What could come from one if it were empty must come from as few. */
        RESTRICTED,
        SINGLE_NUMA_NODE
    }

    /** One NUMA node: what it could give if nothing were taken, and what it can give now. */
    public record Zone(long cpus, long freeCpus, long memory, long freeMemory) {}

    public NumaZones {
        zones = List.copyOf(zones);
    }
}
