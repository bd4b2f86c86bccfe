package dev.plimsoll.nodeagent.pinned;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.podresources.Assigned;
import dev.plimsoll.podresources.Assignments;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a node's resource managers have assigned, at the moment of asking. */
public final class PinnedResources implements Assignments {
    private final NodeAgent agent;
    private final @Nullable ResourceManagers resourceManagers;
    private final boolean showsPodLevel;

    private PinnedResources(NodeAgent agent, @Nullable ResourceManagers resourceManagers, boolean showsPodLevel) {
        this.agent = agent;
        this.resourceManagers = resourceManagers;
        this.showsPodLevel = showsPodLevel;
    }

    /** Of one node; {@code resourceManagers} is null where nothing is pinned, and then pods are listed with nothing of their own. */
    public static PinnedResources under(
            FeatureGates gates, NodeAgent agent, @Nullable ResourceManagers resourceManagers) {
        return new PinnedResources(agent, resourceManagers, gates.isOn(Gate.POD_LEVEL_RESOURCE_MANAGERS));
    }

    @Override
    public List<Assigned.OfPod> pods() {
        var state = agent.state();
        return state.pods().values().stream()
                .filter(pod -> pod.stage() == Stage.ADMITTED)
                .map(pod -> ofPod(
                        pod,
                        resourceManagers == null
                                ? null
                                : resourceManagers.placement(state.pinned(), pod.allocatedPod())))
                .toList();
    }

    private Assigned.OfPod ofPod(PodRecord record, @Nullable AssignedPlacement placement) {
        var spec = record.allocatedSpec();
        var containers = Stream.concat(
                        spec.initContainers().stream().filter(Container::restartsAlways), spec.containers().stream())
                .map(container -> new Assigned.OfContainer(
                        container.name(), placement == null ? Assigned.NOTHING : own(placement, container.name())))
                .toList();
        var whole = placement == null || !showsPodLevel
                ? Assigned.NOTHING
                : assigned(placement.podCpus(), placement.podMemory());
        var pod = record.pod().metadata();
        return new Assigned.OfPod(pod.namespace(), pod.name(), containers, whole);
    }

    private static Assigned own(AssignedPlacement placement, String container) {
        var found = placement.container(container);
        return assigned(found.exclusiveCpus(), found.memory());
    }

    private static Assigned assigned(CpuSet cpus, List<MemoryBlock> memory) {
        return new Assigned(
                cpus.stream().boxed().toList(),
                memory.stream()
                        .map(block -> new Assigned.Block(
                                block.resource().text(),
                                block.bytes(),
                                block.nodes().toList()))
                        .toList());
    }

    /** What could be given to containers for themselves if nothing ran. */
    @Override
    public Assigned allocatable() {
        if (resourceManagers == null) return Assigned.NOTHING;
        var empty = resourceManagers.initialState();
        var cpus = empty.cpus().shared().minus(resourceManagers.reservedCpus());
        var memory = new ArrayList<Assigned.Block>();
        empty.memory()
                .ledger()
                .nodes()
                .forEach((id, node) -> node.tables()
                        .forEach((resource, table) ->
                                memory.add(new Assigned.Block(resource.text(), table.allocatable(), List.of(id)))));
        return new Assigned(cpus.stream().boxed().toList(), memory);
    }
}
