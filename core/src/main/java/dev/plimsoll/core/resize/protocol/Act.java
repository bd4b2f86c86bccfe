package dev.plimsoll.core.resize.protocol;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.ActuationAttempt;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import dev.plimsoll.core.topology.state.OwnResources;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something done to a pod that runs. A pod has at most one act under way, but for {@link StopContainers} at its end, beside which its
 * resources may be changed; acts of different pods may be performed at the same time. Each is answered by one {@link NodeEvent.Outcome} with its ticket. All can be repeated: doing one twice is as doing it once.
 */
public sealed interface Act extends Effect, PodRecord.Doing {
    String uid();

    long ticket();

    /** Makes the pod's cgroup, with these values. */
    record CreatePodCgroup(String uid, long ticket, QosClass qos, PodCgroup values) implements Act {}

    /**
     * Makes the sandbox that containers live in.
     *
     * @param pod as allocated
     */
    record RunPodSandbox(String uid, long ticket, Pod pod, SandboxResources resources) implements Act {}

    /**
     * Pulls the image if needed, creates the container and starts it. Where an instance with this restart count is there
     * already, be it running or ended, nothing is done.
     *
     * @param pod as allocated
     * @param createdWith to be noted at the container, where a restart finds it again
     * @param placementOrNull CPUs and memory of its own; null where nothing is pinned
     * @param cpus what it may run on, its own or the shared ones; empty where nothing is pinned
     * @param own what it has for itself, to be noted at the container likewise
     */
    record StartContainer(
            String uid,
            long ticket,
            Pod pod,
            String container,
            int restartCount,
            ContainerCgroup values,
            ResourceRequirements createdWith,
            @Nullable ContainerPlacement placementOrNull,
            CpuSet cpus,
            OwnResources own)
            implements Act {
        @Override
        public boolean starts(String name) {
            return container.equals(name);
        }
    }

    /**
     * Changes one resource of a running container; {@code values} holds all of them, the others as they are in force.
     *
     * @param accepted what is in force once it has succeeded
     */
    record UpdateContainer(
            String uid,
            long ticket,
            String container,
            String containerId,
            ActuationAttempt.Target target,
            ContainerCgroup values,
            ResourceRequirements accepted)
            implements Act {
        public ResourceName resource() {
            return target.resource();
        }
    }

    /** Moves a running container to other CPUs: others were given some of the shared ones, or gave them back. */
    record MoveContainer(String uid, long ticket, String container, String containerId, CpuSet cpus) implements Act {}

    /** Tells the runtime what the pod as a whole is about to have; it may refuse. */
    record UpdatePodSandbox(
            String uid,
            long ticket,
            String sandboxId,
            ActuationAttempt.Target target,
            PodLimits limits,
            SandboxResources resources)
            implements Act {}

    /** Takes back what the runtime was told: the kernel did not take it. Its failure is not followed up. */
    record RestorePodSandbox(String uid, long ticket, String sandboxId, PodLimits limits, SandboxResources resources)
            implements Act {}

    /** Writes the files of the pod's cgroup in which {@code after} differs from {@code before}. */
    record WritePodCgroup(
            String uid,
            long ticket,
            QosClass qos,
            ActuationAttempt.Target target,
            PodLimits before,
            PodLimits after,
            PodCgroup values)
            implements Act {}

    /** Changes the size of a volume in memory that is mounted. It fails where more is in use. */
    record ResizeVolume(String uid, long ticket, String volume, ActuationAttempt.Target target, Quantity size)
            implements Act {}

    /** Reads the memory usage of the pod and of its containers. */
    record MeasureMemory(String uid, long ticket) implements Act {}

    /**
     * Asks the kernel to take back that much of a cgroup's page cache, and reads usage afterwards.
     *
     * @param container empty for the pod as a whole
     * @param bytes how much to ask for ({@code memory.reclaim})
     * @param high what to set {@code memory.high} to while the kernel works
     */
    record ReclaimMemory(String uid, long ticket, String container, String containerId, long bytes, long high)
            implements Act {}

    /**
     * Stops a container. It may have ended already.
     *
     * @param why decides what follows
     */
    record KillContainer(
            String uid,
            long ticket,
            String container,
            String containerId,
            Duration grace,
            String message,
            KillReason why)
            implements Act {}

    /** Why the node stops a container of a pod that goes on. */
    enum KillReason {
        /** It starts again at once with other resources. */
        RESIZE,
        /** A probe failed: it starts again as one that crashed. */
        PROBE,
        /** A probe failed, and its restart policy says that it does not start again. */
        PROBE_FOR_GOOD
    }

    /**
     * Stops all containers, one wave after the other, those of a wave at the same time.
     *
     * @param waves container names: regular ones, then sidecars from last to first
     */
    record StopContainers(String uid, long ticket, List<List<String>> waves, Duration grace) implements Act {
        public StopContainers {
            waves = List.copyOf(waves);
        }
    }

    /**
     * Stops the sandbox if it still runs and removes containers, sandbox and cgroup.
     *
     * @param qos the class in whose cgroup it is expected to be
     */
    record RemovePod(String uid, long ticket, String sandboxId, QosClass qos) implements Act {}

    /** Removes all containers of the pod that have ended, so that they run again from the first on. Sandbox and volumes stay. */
    record RemoveContainers(String uid, long ticket) implements Act {}

    /** Looks at what is there. */
    record Inspect(String uid, long ticket) implements Act {}
}
