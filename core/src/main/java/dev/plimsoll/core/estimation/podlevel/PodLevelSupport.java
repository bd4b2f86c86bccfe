package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;

/**
 * What becomes of the resources of pods as a whole.
 *
 * @param managed whether the autoscaler has its gate for them
 * @param kept whether the API server has its gate for them; otherwise it drops them from new pods, and pods that it made before
 *     keep theirs
 */
public record PodLevelSupport(boolean managed, boolean kept) {
    /** The gates of an API server that keeps them, or does not. */
    public FeatureGates serverGates() {
        return FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, kept);
    }

    /** A new pod, without what the API server will drop. */
    public PodSpec keptOf(PodSpec sent) {
        return kept ? sent : sent.withResources(ResourceRequirements.ABSENT);
    }

    /**
     * What is managed of a pod.
     *
     * @param asked what it asked for before anything was recommended, as far as the API server keeps it
     */
    public ManagedLevel level(PodSpec asked, PodMode mode) {
        if (kept) return managed ? ManagedLevel.of(asked, mode) : ManagedLevel.CONTAINERS;
        return managed && mode.isExplicit() ? ManagedLevel.NOTHING : ManagedLevel.CONTAINERS;
    }

    /**
     * Whether a pod that runs is left alone, because a new one in its place would be without resources as a whole: it might be of
     * another class, a quota might refuse it, and it would not get what the mode asks for.
     */
    public boolean leavesAlone(PodSpec running, PodMode mode) {
        return !kept && (!running.resources().isEmpty() || level(running, mode) == ManagedLevel.NOTHING);
    }
}
