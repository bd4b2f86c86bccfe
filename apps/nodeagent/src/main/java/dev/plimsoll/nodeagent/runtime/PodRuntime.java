package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.MemoryUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the pods of one node. Calls block; acts of different pods may come at the same time, those of one pod never do. */
public interface PodRuntime extends AutoCloseable {
    /** Everything that runs, by pod uid: what a restart finds. */
    Map<String, PodObservation> running();

    /** Carries out an act. What goes wrong is an outcome too. */
    Event.Outcome perform(Act act);

    /** Tells what happens by itself, from now on: a container ended, memory ran out. To be called once. */
    void follow(Consumer<Event> listener);

    /** What the pods use, by uid. Those that could not be read are not there. */
    Map<String, PodUsage> usage();

    /** What the node as a whole uses, asked for with a reading of its pods. */
    default NodeUsage nodeUsage(Map<String, PodUsage> pods) {
        return NodeUsage.sumOf(pods);
    }

    /**
     * What a container wrote; empty if it has not run, or not twice if its previous instance is asked for.
     *
     * @throws IOException if it is there and cannot be read
     */
    Optional<ContainerLog> log(String uid, String container, boolean previous) throws IOException;

    /** Whether it can be away or broken: it is asked now and then. */
    default boolean canFail() {
        return false;
    }

    /** Why no pod can be run at this moment; empty if they can. */
    default String unready() {
        return "";
    }

    /** Whether an act takes no time, so that nobody need wait for it elsewhere. */
    default boolean isImmediate(Act act) {
        return false;
    }

    @Override
    void close();

    /**
     * What one pod uses.
     *
     * @param containers by name
     * @param memory of the pod as a whole and of its containers, what can be reclaimed told apart
     */
    record PodUsage(Map<String, ContainerUsage> containers, MemoryUsage memory) {
        public PodUsage {
            containers = Map.copyOf(containers);
        }

        public long cpuNanos() {
            return containers.values().stream()
                    .mapToLong(ContainerUsage::cpuNanos)
                    .sum();
        }

        public long cpuNanoCores() {
            return containers.values().stream()
                    .mapToLong(ContainerUsage::cpuNanoCores)
                    .sum();
        }

        /** All that is charged to the pod; the sum of its containers where the pod's own cgroup was not read. */
        public long memoryBytes() {
            var pod = memory.podOrNull();
            if (pod != null) return pod.total();
            return containers.values().stream()
                    .mapToLong(ContainerUsage::memoryBytes)
                    .sum();
        }

        public long workingSet() {
            var pod = memory.podOrNull();
            if (pod != null) return pod.total() - pod.reclaimable();
            return containers.values().stream()
                    .mapToLong(ContainerUsage::workingSet)
                    .sum();
        }
    }

    /**
     * What one container uses.
     *
     * @param cpuNanos used since it started
     * @param cpuNanoCores used per second of late
     * @param workingSet bytes that cannot be taken back without harm
     */
    record ContainerUsage(long cpuNanos, long cpuNanoCores, long memoryBytes, long workingSet) {}
}
