package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;

/** ReplicaSets: one replica unless they say otherwise. */
public final class ReplicaSetStrategy extends WorkloadStrategy {
    public ReplicaSetStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
    }
}
