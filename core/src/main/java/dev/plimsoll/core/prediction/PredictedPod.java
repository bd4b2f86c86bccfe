package dev.plimsoll.core.prediction;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.PodFailure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A pod as all who decide about it see it.
 *
 * @param limits with overhead, as its spec has them
 * @param doubts ids of what is not known about it, such as volumes
 */
public record PredictedPod(
        Pod pod, PlacementPod placement, ControlledPod controlled, Amounts limits, List<String> doubts) {
    /** The order in which pods are placed: by priority, creation, namespace and name. */
    static final Comparator<PredictedPod> QUEUE = Comparator.comparingInt(
                    (PredictedPod pod) -> -pod.placement().priority())
            .thenComparing(pod -> pod.controlled().meta().created())
            .thenComparing(PredictedPod::controlled, ControlledPod.BY_NAME);

    public PredictedPod {
        doubts = List.copyOf(doubts);
    }

    public String uid() {
        return placement.key().uid();
    }

    public String node() {
        return placement.nodeName();
    }

    /** {@code namespace/name}. */
    public String qualifiedName() {
        return placement.key().toString();
    }

    /** Uid of what controls it; empty for a pod that stands alone. */
    public String controller() {
        return controlled.meta().controller().map(owner -> owner.uid()).orElse("");
    }

    /** Whether it would be made again on the same node, as {@code kubectl drain --ignore-daemonsets} has it. */
    boolean isBoundToItsNode() {
        var owner = controlled.meta().controller().map(each -> each.kind()).orElse("");
        return owner.equals("DaemonSet")
                || owner.equals("Node")
                || pod.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION);
    }

    /** Whether its node still has to make or judge a resize; one that can never be made, or has failed, does not count. */
    boolean isBeingResized() {
        if (node().isEmpty() || pod.status().resizeIsInfeasible() || hasFailedResize()) return false;
        return placement.schedulingStatus().resizeIsDeferred()
                || !placement.holds().equals(placement.asks());
    }

    private boolean hasFailedResize() {
        for (var condition : pod.status().conditions())
            if (condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS))
                return condition.reason().equals("Error");
        return false;
    }

    PredictedPod withPlacement(PlacementPod changed) {
        return new PredictedPod(pod, changed, controlled, limits, doubts);
    }

    /** With the resources of another one. */
    PredictedPod sizedLike(PredictedPod other) {
        var sized = placement.sizedLike(other.placement);
        return new PredictedPod(pod.withSpec(other.pod.spec()), sized, controlled, other.limits, doubts);
    }

    /** Placed and ready. */
    PredictedPod runningOn(String node, Instant now) {
        return new PredictedPod(
                pod, placement.on(node), with(node, "Running", true, now, PodFailure.NONE), limits, doubts);
    }

    /** Without its node: it waits for another one. */
    PredictedPod unplaced() {
        return new PredictedPod(
                pod, placement.on(""), with("", "Pending", false, Instant.EPOCH, PodFailure.NONE), limits, doubts);
    }

    /** Its node did not let it in. */
    PredictedPod refusedBy(String node, String reason, Instant now) {
        var failure = new PodFailure(List.of(), Map.of(), reason, true, now);
        return new PredictedPod(pod, placement.on(node), with(node, "Failed", false, now, failure), limits, doubts);
    }

    private ControlledPod with(String node, String phase, boolean isReady, Instant since, PodFailure ending) {
        return new ControlledPod(
                controlled.meta(),
                node,
                controlled.target(),
                phase,
                isReady,
                since,
                controlled.finished(),
                ending,
                controlled.disruption(),
                controlled.restarts(),
                controlled.tolerations(),
                controlled.resources(),
                controlled.network());
    }
}
