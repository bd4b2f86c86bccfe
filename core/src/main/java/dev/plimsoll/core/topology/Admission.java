package dev.plimsoll.core.topology;

/** What a node answers to a pod. */
public sealed interface Admission {
    /** The pod may run, on what it was given. */
    record Admitted(NodeState state, Placement placement) implements Admission {}

    /** The pod may not run, and nothing of it is kept. */
    record Refused(Refusal refusal) implements Admission {}
}
