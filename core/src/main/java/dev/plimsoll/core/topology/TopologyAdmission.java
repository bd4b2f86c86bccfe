package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.state.ManagersState;

/** What a node answers to a pod. */
public sealed interface TopologyAdmission {
    /** The pod may run, on what it was given. */
    record Admitted(ManagersState state, AssignedPlacement placement) implements TopologyAdmission {}

    /** The pod may not run, and nothing of it is kept. */
    record Refused(TopologyRefusal refusal) implements TopologyAdmission {}
}
