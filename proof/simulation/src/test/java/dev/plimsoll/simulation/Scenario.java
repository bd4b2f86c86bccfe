package dev.plimsoll.simulation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A story of a node: what is done to it, each step when it has come to rest after the one before. */
record Scenario(String name, List<Consumer<SteppedNode>> steps) {
    static final NodeFacts NODE = NodeFacts.of("node", ResourceAmounts.parse("cpu=4,memory=4Gi,pods=110"));

    Scenario {
        steps = List.copyOf(steps);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static Scenario of(String name, Consumer<SteppedNode>... steps) {
        return new Scenario(name, List.of(steps));
    }

    /** Plays it on a fresh node; the process dies where the plan says. */
    SteppedNode play(CrashPlan plan) {
        var node = new SteppedNode(NODE, FeatureGates.DEFAULT.with(Gate.MEMORY_SHRINK_BY_RECLAIM, true), null);
        node.crashAt(plan);
        return play(node.started());
    }

    /** Plays it on a node of another kind. */
    SteppedNode play(SteppedNode node) {
        for (var step : steps) {
            step.accept(node);
            node.pass(Duration.ofSeconds(20));
        }
        node.pass(Duration.ofMinutes(12));
        return node;
    }

    @Override
    public String toString() {
        return name;
    }
}
