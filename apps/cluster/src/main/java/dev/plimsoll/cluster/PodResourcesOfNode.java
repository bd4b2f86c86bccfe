package dev.plimsoll.cluster;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.pinned.PinnedResources;
import dev.plimsoll.podresources.Assigned;
import dev.plimsoll.podresources.Assignments;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a node has given to its pods, asked of the agent that runs it at the moment; nothing while none does. */
record PodResourcesOfNode(Supplier<@Nullable NodeAgent> agent, FeatureGates gates, ResourceManagers resourceManagers)
        implements Assignments {
    @Override
    public List<Assigned.OfPod> pods() {
        var running = agent.get();
        return running == null
                ? List.of()
                : PinnedResources.under(gates, running, resourceManagers).pods();
    }

    @Override
    public Assigned allocatable() {
        var running = agent.get();
        return running == null
                ? Assigned.NOTHING
                : PinnedResources.under(gates, running, resourceManagers).allocatable();
    }
}
