package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the pods of one node. Calls block; acts of different pods may come at the same time. Those of one pod do not, but for a resize
 * while its containers are being stopped.
 */
public interface PodRuntime extends AutoCloseable {
    /** Everything that runs, by pod uid: what a restart finds. */
    Map<String, PodObservation> running();

    /** Namespace and name of a pod that runs, as {@code NAMESPACE/NAME}; empty where they are not known. */
    default String podName(String uid) {
        return "";
    }

    /** Carries out an act. What goes wrong is an outcome too. */
    NodeEvent.Outcome perform(Act act);

    /** The outcome of an act was passed on: whatever is told from now on comes after it. */
    default void answered(Act act) {}

    /** Tells what happens by itself, from now on: a container ended, memory ran out. To be called once. */
    void follow(Consumer<NodeEvent> listener);

    /** What the pods use, by uid. Those that could not be read are not there. */
    Map<String, PodUsage> usage();

    /** A pod as the API had it last; empty where the runtime keeps no documents. */
    default Optional<PodObject> document(String uid) {
        return Optional.empty();
    }

    /** What these pods use of the node's ephemeral storage, by uid. Those that could not be read are not there. */
    default Map<String, StorageUsage> storage(Set<String> uids) {
        return Map.of();
    }

    /** What the machine has left beside memory. What is not known is not there. */
    default Map<EvictionSignal, Availability> availability() {
        return Map.of();
    }

    /** How many processes these pods have, by uid. Those that could not be read are not there. */
    default Map<String, Long> processes(Set<String> uids) {
        return Map.of();
    }

    /** Removes images that nobody uses, where they take too much room or are too old. */
    default Collected collectImages() {
        return Collected.NOTHING;
    }

    /** Removes all images that nobody uses: the node is short of room. */
    default Collected reclaimDisk() {
        return Collected.NOTHING;
    }

    /** Puts logs aside that have grown too long; what went wrong. */
    default List<String> rotateLogs() {
        return List.of();
    }

    /** Removes what is left of the logs of pods that nobody knows any more; what went wrong. */
    default List<String> removeLogsBut(Set<String> uids) {
        return List.of();
    }

    /** Removes the folders of claims whose volumes are gone; what went wrong. */
    default List<String> removeReleasedVolumes() {
        return List.of();
    }

    /** What came of a removal of what nobody needs. */
    record Collected(long freedBytes, List<String> problems) {
        public static final Collected NOTHING = new Collected(0, List.of());

        public Collected {
            problems = List.copyOf(problems);
        }
    }

    /** Brings the files of a pod's volumes up to what the API has now. What goes wrong is told to its owner. */
    default void refreshVolumes(Pod pod, String ip) {}

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

    /**
     * Runs a command in a container.
     *
     * @throws IOException if the runtime cannot be asked
     */
    default StreamTarget exec(String uid, String container, SessionRequest request) throws IOException {
        return NO_SESSIONS;
    }

    /** The same with what runs in it already. */
    default StreamTarget attach(String uid, String container, SessionRequest request) throws IOException {
        return NO_SESSIONS;
    }

    /** The ports of a pod. */
    default StreamTarget ports(String uid) throws IOException {
        return NO_SESSIONS;
    }

    /** Runs a command in a container to its end, while nobody looks on: probes and hooks do that. */
    default CommandOutcome run(String uid, String container, List<String> command, Duration timeout) {
        try {
            return switch (exec(uid, container, new SessionRequest(command, false, true, true, false))) {
                case StreamTarget.Command(var process) -> CommandRunner.run(process, timeout);
                case StreamTarget.Refused(var _, var why) -> new CommandOutcome.NotRun(why);
                case StreamTarget.At _, StreamTarget.Ports _ ->
                    new CommandOutcome.NotRun("the runtime runs no commands by itself");
            };
        } catch (IOException e) {
            return new CommandOutcome.NotRun(String.valueOf(e.getMessage()));
        }
    }

    /** Whether pods can be reached at their addresses. */
    default boolean hasNetwork() {
        return true;
    }

    /** The network of the pods, where they cannot be reached over the machine's own. */
    default Optional<PrivatePodNetwork> network() {
        return Optional.empty();
    }

    StreamTarget NO_SESSIONS = new StreamTarget.Refused(501, "the runtime of this node has no sessions in containers");

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
