package dev.plimsoll.nodeagent.cri.cgroups;

import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cgroups of pods as wholes. Containers have theirs below, made by the runtime. */
public interface PodCgroups {
    /** What a runtime is given as the parent of the pod's containers. */
    String parent(QosClass qos, String uid);

    /** Makes it, and what is above it. One that is there gets the values. */
    CriReply<Done> create(QosClass qos, String uid, PodCgroup values);

    /** Writes what differs. */
    CriReply<Done> write(String uid, PodLimits before, PodLimits after);

    /** What is in force; null where there is no such cgroup. */
    @Nullable
    PodLimits read(String uid);

    /** Kills what is left in it, and removes it. */
    CriReply<Done> remove(String uid);

    /** The pods that have one. */
    Set<String> pods();

    /** How many processes these pods have, by uid. Those that could not be read are not there. */
    default Map<String, Long> processes(Set<String> uids) {
        return Map.of();
    }

    /**
     * Memory in use.
     *
     * @param containers ids by name
     */
    MemoryUsage memory(String uid, Map<String, String> containers);

    /** What a container used; empty where its cgroup cannot be read. */
    Optional<Used> used(String uid, String containerId);

    /**
     * Asks the kernel to take memory back.
     *
     * @param containerId empty for the pod as a whole
     * @param high to which usage is held while it does
     */
    CriReply<Done> reclaim(String uid, String containerId, long bytes, long high);

    /** How many times the pod itself ran out of memory at its own limit; empty where nobody counts. */
    OptionalLong podOutOfMemory(String uid);

    /** Memory and CPU of one cgroup. */
    record Used(long cpuNanos, long memoryBytes, long workingSet) {}
}
