package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.payload.PodPayloads;
import org.jspecify.annotations.Nullable;

/**
 * What programs in simulated containers can see of their node.
 *
 * @param podsMilliCpu thousandths of CPUs for all pods together
 * @param gates of the node
 * @param payloadsOrNull where variables and volumes come from; null where there is no API to ask
 */
record SimulatedMachine(
        String name,
        int cpus,
        long memoryBytes,
        long podsMilliCpu,
        FeatureGates gates,
        @Nullable PodPayloads payloadsOrNull) {
    static final SimulatedMachine UNKNOWN = new SimulatedMachine("node", 1, 1L << 30, 1000, FeatureGates.DEFAULT, null);

    /** Whether anybody has said what the node is like. */
    boolean isKnown() {
        return !equals(UNKNOWN);
    }
}
