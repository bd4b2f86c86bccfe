package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;

/**
 * A set of NUMA nodes that could give what is asked for.
 *
 * @param nodes empty where any node will do
 * @param preferred whether no smaller set could ever give it
 */
public record Hint(NodeMask nodes, boolean preferred) {
    /** Any nodes, gladly: nothing is asked of the topology. */
    public static final Hint ANY = new Hint(NodeMask.NONE, true);

    public boolean isAny() {
        return nodes.isEmpty();
    }
}
