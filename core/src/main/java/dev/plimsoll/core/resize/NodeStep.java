package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.state.NodeState;
import java.util.List;

/** What follows from an event: the state from now on, and what is to be done, in this order. */
public record NodeStep(NodeState state, List<Effect> effects) {
    public NodeStep {
        effects = List.copyOf(effects);
    }
}
