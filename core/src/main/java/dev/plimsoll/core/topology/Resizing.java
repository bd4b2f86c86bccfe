package dev.plimsoll.core.topology;

/** What a node answers to a change of exclusive resources of a running pod. */
public sealed interface Resizing {
    /** The pod has what it asks for. The state is unchanged where nothing of it is pinned. */
    record Granted(NodeState state, Placement placement) implements Resizing {}

    /** Not now: it can be once others have left. */
    record Deferred(Refusal refusal) implements Resizing {}

    /** Never on this node. */
    record Infeasible(Refusal refusal) implements Resizing {}
}
