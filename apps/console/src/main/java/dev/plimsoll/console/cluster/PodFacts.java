package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What tables and summaries show of a pod.
 *
 * @param usedCpu {@link ResourceStates#UNKNOWN} where nobody tells
 */
public record PodFacts(FollowedPod pod, long usedCpu, long usedMemory) {
    static PodFacts of(FollowedPod pod, @Nullable FollowedUse useOrNull) {
        return useOrNull == null
                ? new PodFacts(pod, ResourceStates.UNKNOWN, ResourceStates.UNKNOWN)
                : new PodFacts(pod, useOrNull.sum(Compute.CPU), useOrNull.sum(Compute.MEMORY));
    }

    public ObjectName name() {
        return pod.name();
    }

    public String uid() {
        return pod.uid();
    }

    /** Empty where it has none. */
    public String node() {
        return pod.node();
    }

    /** As kubectl shows it: the phase, or the reason that tells more. */
    public String status() {
        return pod.status();
    }

    public String qosClass() {
        return pod.reported().qosClass();
    }

    /** How far its resize is, in a word; empty where none is on its way. */
    public String resize() {
        return pod.resize();
    }

    public long restarts() {
        return pod.restarts();
    }

    public Instant created() {
        return pod.created();
    }

    public boolean isPodLevel() {
        return pod.spec().hasPodLevelResources();
    }

    /** Whether nothing of it runs any more. */
    public boolean isEnded() {
        return pod.isEnded();
    }

    public ResourceStates cpu() {
        return pod.amounts().cpu().withUsed(usedCpu);
    }

    public ResourceStates memory() {
        return pod.amounts().memory().withUsed(usedMemory);
    }

    /** What it counts for on its node, as the scheduler counts it. */
    public long heldCpu() {
        return pod.amounts().heldCpu();
    }

    public long heldMemory() {
        return pod.amounts().heldMemory();
    }

    /** Grows with each end of a container for want of memory. */
    long ooms() {
        return pod.ooms();
    }

    /** Whether a resize of it is on its way: asked for and not yet in force. */
    public boolean isResizing() {
        return !node().isEmpty()
                && !isEnded()
                && (!resize().isEmpty()
                        || !pod.amounts().cpu().isSettled()
                        || !pod.amounts().memory().isSettled());
    }

    /** Whether no node was found for it. */
    public boolean isUnscheduled() {
        return node().isEmpty() && !isEnded();
    }

    boolean asksTheSameAs(PodFacts other) {
        return pod.amounts().cpu().desired() == other.pod.amounts().cpu().desired()
                && pod.amounts().memory().desired()
                        == other.pod.amounts().memory().desired();
    }
}
