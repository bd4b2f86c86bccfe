package dev.plimsoll.core.resize.protocol;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeResult;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.topology.restoration.RestoredState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that happened. The machine knows no other time than {@link #at()}. */
public sealed interface NodeEvent {
    Instant at();

    /**
     * The process has started. It comes first, once, with all that was on disk and all that runs.
     *
     * @param damaged what was wrong with checkpoints that were set aside, by file name; empty where nothing was
     * @param pinnedOrNull CPUs and memory as restored by {@code Pinning}; null where nothing is pinned
     * @param running by pod uid
     */
    record Restarted(
            Instant at,
            Checkpoint.OfAllocated allocated,
            Checkpoint.OfActuated actuated,
            Map<String, String> damaged,
            RestoredState.@Nullable Ready pinnedOrNull,
            Map<String, PodObservation> running)
            implements NodeEvent {
        public Restarted {
            damaged = Map.copyOf(damaged);
            running = Map.copyOf(running);
        }

        /** A node on which nothing ever ran. */
        public static Restarted empty(Instant at) {
            return new Restarted(
                    at, Checkpoint.OfAllocated.EMPTY, Checkpoint.OfActuated.EMPTY, Map.of(), null, Map.of());
        }
    }

    /** Pods that the node has not heard of, as a batch: those of the first list, or one that was just bound. */
    record PodsAdded(Instant at, List<Pod> pods, PodSource source) implements NodeEvent {
        public PodsAdded {
            pods = List.copyOf(pods);
        }

        public static PodsAdded one(Instant at, Pod pod) {
            return new PodsAdded(at, List.of(pod), PodSource.API);
        }
    }

    /** Every source has named its pods once; what runs and was not named is to go. */
    record SourcesReady(Instant at) implements NodeEvent {}

    /** Spec or metadata of a pod changed, a deletion with its grace period included. */
    record PodUpdated(Instant at, Pod pod) implements NodeEvent {}

    /** The pod is gone from its source. */
    record PodRemoved(Instant at, String uid) implements NodeEvent {}

    /** Size, shortages or other facts of the node changed. */
    record NodeChanged(Instant at, NodeFacts facts) implements NodeEvent {}

    /** Somebody changed the labels of the node at the API. */
    record LabelsChanged(Instant at, Map<String, String> labels) implements NodeEvent {
        public LabelsChanged {
            labels = Map.copyOf(labels);
        }
    }

    /** The runtime or the kernel reports of itself that something about a pod changed. */
    record PodObserved(Instant at, String uid, PodObservation observed) implements NodeEvent {}

    /**
     * Probes of a container have come to a result.
     *
     * @param containerId the instance that was probed
     */
    record Probed(Instant at, String uid, String container, String containerId, ProbeKind kind, ProbeResult result)
            implements NodeEvent {}

    /** Usage was read for another purpose; a shrink that waits for it may now succeed. */
    record UsageObserved(Instant at, String uid, MemoryUsage usage) implements NodeEvent {}

    /** The time that a {@link Effect.WakeUp} asked for has come. */
    record TimerFired(Instant at, String uid) implements NodeEvent {}

    /**
     * A pod has to go for a reason of the node's: eviction, preemption by hand, an active deadline.
     *
     * @param isDisruption whether the node is the cause, so that the pod has the condition DisruptionTarget; false where the pod itself
     *     used more than it may
     */
    record EvictionAsked(Instant at, String uid, String reason, String message, boolean isDisruption, Duration grace)
            implements NodeEvent {
        public EvictionAsked(Instant at, String uid, String reason, String message, Duration grace) {
            this(at, uid, reason, message, true, grace);
        }
    }

    /** The node goes down: it takes no pods from now on. */
    record ShutdownBegun(Instant at) implements NodeEvent {}

    /** A pod has to end because its node goes down, within this time. */
    record PodShutDown(Instant at, String uid, Duration grace) implements NodeEvent {}

    /** A checkpoint is on disk: the one with this ticket, and so every older one of the same file. */
    record Saved(Instant at, Checkpoint.File file, long ticket) implements NodeEvent {}

    /** A checkpoint could not be written; the file may hold the old content or the new. */
    record SaveFailed(Instant at, Checkpoint.File file, long ticket, String error) implements NodeEvent {}

    /** An answer to an {@link Act}. */
    sealed interface Outcome extends NodeEvent {
        String uid();

        long ticket();
    }

    /**
     * It was done.
     *
     * @param observedOrNull what the pod is like afterwards, where the shell has looked; else the machine asks for it
     */
    record Done(
            Instant at, String uid, long ticket, @Nullable PodObservation observedOrNull) implements Outcome {}

    /** The answer to {@link Act.MeasureMemory} and {@link Act.ReclaimMemory}. */
    record Measured(Instant at, String uid, long ticket, MemoryUsage usage) implements Outcome {}

    /**
     * It was not done, or it is not known whether it was.
     *
     * @param isUnimplemented whether the runtime has no such call
     * @param code why a container could not be started, in the word of its status, such as {@code ErrImagePull}; else empty
     */
    record Failed(Instant at, String uid, long ticket, String error, boolean isUnimplemented, String code)
            implements Outcome {
        /** The container runs no more: its hook failed, and users were told. */
        public static final String POST_START_HOOK = "PostStartHookError";

        /** The volumes of the pod could not be made. */
        public static final String FAILED_MOUNT = "FailedMount";

        public Failed(Instant at, String uid, long ticket, String error, boolean isUnimplemented) {
            this(at, uid, ticket, error, isUnimplemented, "");
        }

        public Failed because(String reason) {
            return new Failed(at, uid, ticket, error, isUnimplemented, reason);
        }
    }
}
