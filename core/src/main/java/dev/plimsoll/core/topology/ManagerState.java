package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the managers of a node have given away at this moment. Counted anew each time somebody asks, so that no restart can make it
 * wrong.
 *
 * @param sharedMillicores CPUs that can still be given to a container as its own, in thousandths
 * @param exclusiveCpus CPUs that are not shared by the whole node, those of pods that are placed as one included
 * @param cpusPerNode those by NUMA node, with a zero for each where there is none
 * @param assignments containers by resource and type of assignment, with a zero for each where there is none
 */
public record ManagerState(
        long sharedMillicores,
        long exclusiveCpus,
        SortedMap<Integer, Long> cpusPerNode,
        SortedMap<Assignment, Long> assignments) {
    /** The labels of one count. */
    public record Assignment(String resource, String type) implements Comparable<Assignment> {
        @Override
        public int compareTo(Assignment other) {
            var byResource = resource.compareTo(other.resource);
            return byResource != 0 ? byResource : type.compareTo(other.type);
        }
    }

    public ManagerState {
        cpusPerNode = Collections.unmodifiableSortedMap(new TreeMap<>(cpusPerNode));
        assignments = Collections.unmodifiableSortedMap(new TreeMap<>(assignments));
    }

    /**
     * Reads it from what a node has assigned.
     *
     * @param pods those that run, with what was promised to them as their specs
     */
    public static ManagerState of(ResourceManagers resourceManagers, ManagersState state, List<Pod> pods) {
        var perNode = new TreeMap<Integer, Long>();
        resourceManagers.machine().cpusByNode().keySet().forEach(node -> perNode.put(node, 0L));
        var exclusive = 0L;
        for (var pod : state.cpus().pods().values()) {
            exclusive += pod.all().size();
            resourceManagers
                    .machine()
                    .cpusByNode()
                    .forEach(
                            (node, cpus) -> perNode.merge(node, (long) pod.all().countIn(cpus), Long::sum));
        }
        var free = state.cpus().shared().minus(resourceManagers.reservedCpus());
        return new ManagerState(free.size() * 1000L, exclusive, perNode, assignments(resourceManagers, state, pods));
    }

    private static SortedMap<Assignment, Long> assignments(
            ResourceManagers resourceManagers, ManagersState state, List<Pod> pods) {
        var counts = new TreeMap<Assignment, Long>();
        for (var resource : List.of("cpu", "memory")) {
            for (var type :
                    List.of(ManagerMetrics.NODE_EXCLUSIVE, ManagerMetrics.POD_EXCLUSIVE, ManagerMetrics.POD_SHARED)) {
                counts.put(new Assignment(resource, type), 0L);
            }
        }
        for (var pod : pods) {
            for (var container : resourceManagers.placement(state, pod).containers()) {
                type(container.cpuRule()).ifPresent(type -> counts.merge(new Assignment("cpu", type), 1L, Long::sum));
                type(container.memoryRule())
                        .ifPresent(type -> counts.merge(new Assignment("memory", type), 1L, Long::sum));
            }
        }
        return counts;
    }

    /** The rule says where a container has it from; a container that has nothing of its own is not counted. */
    private static Optional<String> type(Rule rule) {
        return switch (rule) {
            case OWN_GUARANTEE -> Optional.of(ManagerMetrics.NODE_EXCLUSIVE);
            case SLICE_OF_POD -> Optional.of(ManagerMetrics.POD_EXCLUSIVE);
            case SHARE_OF_POD, INIT_SHARE_OF_POD -> Optional.of(ManagerMetrics.POD_SHARED);
            case Rule _ -> Optional.empty();
        };
    }
}
