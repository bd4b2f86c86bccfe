package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What must survive a crash, by pod uid. The files of both kinds have the format of the kubelet's. */
public final class Checkpoint {
    private Checkpoint() {}

    /** Which file. */
    public enum File {
        ALLOCATED,
        ACTUATED,
        PINNED
    }

    /** Content of {@code allocated_pods_state}. */
    public record OfAllocated(SortedMap<String, AllocatedEntry> pods) {
        public static final OfAllocated EMPTY = new OfAllocated(new TreeMap<>());

        public OfAllocated {
            pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
        }
    }

    /**
     * Of one pod. Conditions are kept with what they are about, so that their times survive too; the kubelet ignores them.
     *
     * @param endingOrNull why the pod is being stopped, where that is not written anywhere else
     * @param held what it counted for; empty where that is not known, as in files of the kubelet
     * @param removedCounts how often containers had been restarted when all of them were removed to run again, by name
     */
    public record AllocatedEntry(
            Allocated allocated,
            ResizeConditions conditions,
            @Nullable PodTermination endingOrNull,
            ResourceAmounts held,
            SortedMap<String, Integer> removedCounts) {
        /** Of a pod whose containers were never removed to run again. */
        public AllocatedEntry(
                Allocated allocated,
                ResizeConditions conditions,
                @Nullable PodTermination endingOrNull,
                ResourceAmounts held) {
            this(allocated, conditions, endingOrNull, held, new TreeMap<>());
        }

        public AllocatedEntry {
            removedCounts = Collections.unmodifiableSortedMap(new TreeMap<>(removedCounts));
        }
    }

    /** Content of {@code actuated_pods_state}. */
    public record OfActuated(SortedMap<String, ActuatedEntry> pods) {
        public static final OfActuated EMPTY = new OfActuated(new TreeMap<>());

        public OfActuated {
            pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
        }
    }

    /**
     * Of one pod.
     *
     * @param instances the ids of the instances that the values are about, by container; the kubelet ignores them
     * @param backoffs of containers that keep ending, by name; the kubelet ignores them too
     */
    public record ActuatedEntry(
            Actuated actuated, SortedMap<String, String> instances, SortedMap<String, CrashLoopBackoff> backoffs) {
        /** Of a pod whose containers do not keep ending. */
        public ActuatedEntry(Actuated actuated, SortedMap<String, String> instances) {
            this(actuated, instances, new TreeMap<>());
        }

        public ActuatedEntry {
            instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
            backoffs = Collections.unmodifiableSortedMap(new TreeMap<>(backoffs));
        }
    }
}
