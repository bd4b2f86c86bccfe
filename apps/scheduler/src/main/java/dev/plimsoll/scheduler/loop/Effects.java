package dev.plimsoll.scheduler.loop;

import dev.plimsoll.core.placement.preemption.PreemptionCandidate;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import java.util.List;

/** What the loop has done by others, so that it never waits. */
public interface Effects {
    /**
     * Gives a pod its node; {@link Message.Bound} or {@link Message.NotBound} follows.
     *
     * @param volumes what must be done about its claims first
     */
    void bind(PlacementPod pod, String nodeName, List<VolumeStep> volumes);

    /** Says that a pod has no node, and why. */
    void explain(PlacementPod pod, Failure failure);

    /** Tells victims to go; {@link Message.RoomMade} follows. */
    void makeRoom(PlacementPod pod, PreemptionCandidate candidate);

    /** Takes back that room is being made for a pod. */
    void clearNomination(PlacementPod pod);

    /** Says something about a pod without changing it. */
    void warn(PlacementPod pod, String note);

    /** Something in the cluster is not as it should be. */
    void complain(String problem);

    /**
     * Why a pod has no node.
     *
     * @param isError whether something went wrong, rather than no node being right
     * @param nominatedNode where room is being made; empty for nowhere
     */
    record Failure(boolean isError, String message, String nominatedNode) {}
}
