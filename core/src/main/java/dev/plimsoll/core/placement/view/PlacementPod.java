package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.placement.terms.Terms;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod as placement sees it.
 *
 * @param nodeName empty until it has a node
 * @param asks what a node must have free for it: requests and overhead of its spec
 * @param holds what it counts for on its node, with pending resizes
 * @param schedulingStatus what its status says about being scheduled
 * @param pinned what resource managers look at; null where nothing is ever pinned for it
 */
public record PlacementPod(
        Key key,
        Map<String, String> labels,
        String nodeName,
        String schedulerName,
        int priority,
        boolean neverPreempts,
        Sized asks,
        Sized holds,
        Terms terms,
        List<String> gates,
        SchedulingStatus schedulingStatus,
        @Nullable PinnedPod pinned) {

    /** Which pod it is. */
    public record Key(String namespace, String name, String uid) {
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /**
     * An amount, and the same with a small default for each container that names none, as nodes are compared by.
     *
     * @param scored equal to {@code exact} but for cpu and memory
     */
    public record Sized(Amounts exact, Amounts scored) {
        public static final Sized NOTHING = new Sized(Amounts.NONE, Amounts.NONE);
    }

    /**
     * What has become of it so far.
     *
     * @param nominatedNode where room is being made for it; empty where that is nowhere
     * @param startSeconds since the epoch when its node took it up; {@link #NOT_STARTED} before that
     * @param isVictim whether it was told to go for a more important pod
     */
    public record SchedulingStatus(
            String nominatedNode,
            long generation,
            long startSeconds,
            boolean isDeleting,
            boolean isVictim,
            boolean resizeIsDeferred,
            Scheduled scheduled) {
        public static final long NOT_STARTED = Long.MAX_VALUE;
        public static final SchedulingStatus NEW =
                new SchedulingStatus("", 0, NOT_STARTED, false, false, false, Scheduled.UNKNOWN);
    }

    /** The condition {@code PodScheduled}; texts are empty where it is not there. */
    public record Scheduled(String status, String reason, String message, long observedGeneration) {
        public static final Scheduled UNKNOWN = new Scheduled("", "", "", 0);
    }

    public PlacementPod {
        labels = Map.copyOf(labels);
        gates = List.copyOf(gates);
    }

    public boolean isAssigned() {
        return !nodeName.isEmpty();
    }

    /** As it counts on the node that was chosen for it. */
    public PlacementPod on(String node) {
        return new PlacementPod(
                key,
                labels,
                node,
                schedulerName,
                priority,
                neverPreempts,
                asks,
                holds,
                terms,
                gates,
                schedulingStatus,
                pinned);
    }

    /** With the resources of another one. */
    public PlacementPod sizedLike(PlacementPod other) {
        return new PlacementPod(
                key,
                labels,
                nodeName,
                schedulerName,
                priority,
                neverPreempts,
                other.asks,
                other.holds,
                terms,
                gates,
                schedulingStatus,
                other.pinned);
    }

    public PlacementPod withNominatedNode(String node) {
        var changed = new SchedulingStatus(
                node,
                schedulingStatus.generation,
                schedulingStatus.startSeconds,
                schedulingStatus.isDeleting,
                schedulingStatus.isVictim,
                schedulingStatus.resizeIsDeferred,
                schedulingStatus.scheduled);
        return new PlacementPod(
                key,
                labels,
                nodeName,
                schedulerName,
                priority,
                neverPreempts,
                asks,
                holds,
                terms,
                gates,
                changed,
                pinned);
    }
}
