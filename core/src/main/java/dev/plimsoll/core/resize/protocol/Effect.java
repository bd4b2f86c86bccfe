package dev.plimsoll.core.resize.protocol;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.state.StatusReport;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Something that the shell is asked to do, in the order given. */
public sealed interface Effect
        permits Act,
                Effect.SaveAllocated,
                Effect.SaveActuated,
                Effect.SavePinned,
                Effect.PublishStatus,
                Effect.EmitEvent,
                Effect.Log,
                Effect.Observe,
                Effect.WakeUp,
                Effect.ForgetPod {

    /**
     * Writes {@code allocated_pods_state}, atomically and through to the disk, and answers with the ticket. A newer save
     * contains every older one: a shell may skip to the newest and answer with its ticket alone.
     */
    record SaveAllocated(long ticket, NodeState state) implements Effect {
        /** Pods that the API has not named yet after a restart keep their records. */
        public Checkpoint.OfAllocated content() {
            var pods = new TreeMap<String, Checkpoint.AllocatedEntry>();
            for (var uid : state.found().uids()) {
                var found = state.found().get(uid);
                if (found != null && found.allocated() != null) pods.put(uid, found.allocated());
            }
            state.pods().forEach(pod -> {
                var allocated = pod.allocatedOrNull();
                // A pod that has ended stays until it is gone from the API: it must not be taken for a new one.
                if (allocated == null || pod.stage() == Stage.REJECTED) return;
                pods.put(
                        pod.uid(),
                        new Checkpoint.AllocatedEntry(
                                allocated,
                                pod.conditions(),
                                pod.endingOrNull(),
                                pod.held().amounts(),
                                new TreeMap<>(pod.removedCounts())));
            });
            return new Checkpoint.OfAllocated(pods);
        }
    }

    /** Writes {@code actuated_pods_state} in the same way. Nothing waits for it: what it lacks is done once more. */
    record SaveActuated(long ticket, NodeState state) implements Effect {
        public Checkpoint.OfActuated content() {
            var pods = new TreeMap<String, Checkpoint.ActuatedEntry>();
            for (var uid : state.found().uids()) {
                var found = state.found().get(uid);
                if (found != null && found.actuated() != null) pods.put(uid, found.actuated());
            }
            state.pods().forEach(pod -> {
                if (!pod.stage().holdsResources()) return;
                var instances = new TreeMap<String, String>();
                pod.actual().containers().forEach((name, instance) -> instances.put(name, instance.id()));
                pods.put(
                        pod.uid(),
                        new Checkpoint.ActuatedEntry(pod.actuated(), instances, new TreeMap<>(pod.backoffs())));
            });
            return new Checkpoint.OfActuated(pods);
        }
    }

    /** Writes the checkpoints of CPUs and memory that containers have to themselves, before the pod is let go on. */
    record SavePinned(long ticket, dev.plimsoll.core.topology.state.ManagersState pinned) implements Effect {}

    /** Writes the pod's status to the API. Only the newest of a pod matters. */
    record PublishStatus(ObjectMeta pod, StatusReport status) implements Effect {}

    /**
     * Tells users what happened to a pod, or to the node.
     *
     * @param annotations of the Event object itself
     * @param fieldPath the part of the pod that it is about, such as {@code spec.containers{app}}; empty for the whole
     */
    record EmitEvent(
            ObjectMeta pod,
            boolean isWarning,
            String reason,
            String message,
            Map<String, String> annotations,
            String fieldPath)
            implements Effect {
        /** About the whole. */
        public EmitEvent(
                ObjectMeta pod, boolean isWarning, String reason, String message, Map<String, String> annotations) {
            this(pod, isWarning, reason, message, annotations, "");
        }

        public EmitEvent {
            annotations = Map.copyOf(annotations);
        }
    }

    /** Tells the node's operators something of a pod. */
    record Log(ObjectMeta pod, String message) implements Effect {}

    record Observe(MetricChange metric) implements Effect {}

    /** Asks for an {@link NodeEvent.TimerFired} at that time. An earlier wish for the same uid is replaced. */
    record WakeUp(String uid, Instant at) implements Effect {}

    /** Nothing of the pod is left on the node: a deleted pod can be removed from the API. */
    record ForgetPod(ObjectMeta pod) implements Effect {}
}
