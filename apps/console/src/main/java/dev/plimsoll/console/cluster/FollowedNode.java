package dev.plimsoll.console.cluster;

import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.node.NodeObject;

/**
 * What the console keeps of each node. The whole of a node that somebody opens is in {@link OpenedObjects}.
 *
 * @param isCordoned whether no new pods are sent to it
 * @param cpu what pods may have of it, in its unit
 * @param memoryCapacity all that it has; {@link ResourceStates#UNKNOWN} where it does not say
 */
public record FollowedNode(
        String name, boolean isReady, boolean isCordoned, long cpu, long memory, long memoryCapacity) {
    static Decoded<FollowedNode> decode(NodeObject node) {
        var allocatable = node.allocatable();
        return new Decoded.View<>(new FollowedNode(
                node.metadata().name(),
                node.isReady(),
                node.view().isUnschedulable(),
                Compute.CPU.unitsOf(allocatable),
                Compute.MEMORY.unitsOf(allocatable),
                node.capacity()
                        .find(ResourceName.MEMORY)
                        .map(Compute.MEMORY::units)
                        .orElse(ResourceStates.UNKNOWN)));
    }
}
