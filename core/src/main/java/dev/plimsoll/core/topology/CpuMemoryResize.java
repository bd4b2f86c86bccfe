package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.state.ManagersState;

/** What a node answers to a change of exclusive resources of a running pod. */
public sealed interface CpuMemoryResize {
    /** The pod has what it asks for. The state is unchanged where nothing of it is pinned. */
    record Granted(ManagersState state, AssignedPlacement placement) implements CpuMemoryResize {}

    /** Not now: it can be once others have left. */
    record Deferred(TopologyRefusal refusal) implements CpuMemoryResize {}

    /** Never on this node. */
    record Infeasible(TopologyRefusal refusal) implements CpuMemoryResize {}
}
