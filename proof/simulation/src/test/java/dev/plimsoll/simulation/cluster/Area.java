package dev.plimsoll.simulation.cluster;

import java.util.EnumSet;
import java.util.Set;

/** Parts of what can happen that can be left out, while a known mistake in them is being fixed. */
public enum Area {
    /** Nodes with CPUs and memory of containers' own. */
    PINNING,
    /** Refusals by the topology and CPU managers count as violations where the scheduler could have known better. */
    PINNING_REFUSALS,
    /** Resizes of pods that have a node which has not let them in yet. */
    RESIZES_BEFORE_ADMISSION,
    /** Restarts with other gates. */
    GATE_FLIPS,
    /** Restarts with the gate PodLevelResourceManagers the other way, on nodes that pin. */
    PINNING_GATE_FLIPS,
    /** Disks that fail. */
    DISK_FAULTS;

    public static final Set<Area> ALL = Set.copyOf(EnumSet.allOf(Area.class));
}
