package dev.plimsoll.core.topology.claims;

import dev.plimsoll.core.model.ResourceName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One container as the placement rules see it.
 *
 * @param exclusiveCpus how many CPUs of its own it is due; 0 for none
 * @param cpuRule why it is due that many
 * @param memory bytes that it is due of its own, by resource
 * @param memoryRule why it is due that memory
 * @param isMemoryCountable false where an amount is no whole number of bytes that fits 63 bits
 * @param hasOwnGuarantee its own requests and limits are equal and not zero, for CPU and memory
 * @param hasWholeCpuLimit its CPU limit is a whole number
 */
public record ContainerClaim(
        String name,
        Kind kind,
        int exclusiveCpus,
        Rule cpuRule,
        SortedMap<ResourceName, Long> memory,
        Rule memoryRule,
        boolean isMemoryCountable,
        boolean hasOwnGuarantee,
        boolean hasWholeCpuLimit) {

    /** When a container of a pod runs. */
    public enum Kind {
        /** To its end, before the ones after it. */
        INIT,
        /** From its turn among the init containers on, for as long as the pod. */
        SIDECAR,
        /** After all init containers. */
        REGULAR
    }

    public ContainerClaim {
        memory = Collections.unmodifiableSortedMap(new TreeMap<>(memory));
    }

    public boolean isInit() {
        return kind == Kind.INIT;
    }

    public boolean hasExclusiveCpus() {
        return exclusiveCpus > 0;
    }
}
