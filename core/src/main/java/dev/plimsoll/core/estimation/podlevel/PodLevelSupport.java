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
 * @param server what the API server does with them
 */
public record PodLevelSupport(boolean managed, Server server) {
    /** What an API server does with the resources that a new pod has as a whole. Pods that it made before keep theirs. */
    public enum Server {
        KEEPS,
        DROPS,
        /** It has not said yet: pods that would be harmed by either are left alone. */
        UNKNOWN
    }

    public PodLevelSupport(boolean managed, boolean kept) {
        this(managed, kept ? Server.KEEPS : Server.DROPS);
    }

    /** Whether they are kept as far as it is known. */
    public boolean kept() {
        return server != Server.DROPS;
    }

    /** The gates of an API server that keeps them, or does not. */
    public FeatureGates serverGates() {
        return FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, kept());
    }

    /** A new pod, without what the API server will drop. */
    public PodSpec keptOf(PodSpec sent) {
        return kept() ? sent : sent.withResources(ResourceRequirements.ABSENT);
    }

    /**
     * What is managed of a pod.
     *
     * @param asked what it asked for before anything was recommended, as far as the API server keeps it
     */
    public ManagedLevel level(PodSpec asked, PodMode mode) {
        return switch (server) {
            case KEEPS -> managed ? ManagedLevel.of(asked, mode) : ManagedLevel.CONTAINERS;
            case DROPS -> managed && mode.isExplicit() ? ManagedLevel.NOTHING : ManagedLevel.CONTAINERS;
            case UNKNOWN ->
                (managed && mode.isExplicit()) || !asked.resources().isEmpty()
                        ? ManagedLevel.NOTHING
                        : ManagedLevel.CONTAINERS;
        };
    }

    /**
     * Whether a pod that runs is left alone, because a new one in its place would, or might, be without resources as a whole: it might
     * be of another class, a quota might refuse it, and it would not get what the mode asks for.
     *
     * @param inTemplate whether the template of the pod has, or may have, resources of the pod as a whole, which the pod itself may have
     *     lost
     */
    public boolean leavesAlone(PodSpec running, boolean inTemplate, PodMode mode) {
        return switch (server) {
            case KEEPS -> false;
            case DROPS -> !running.resources().isEmpty() || level(running, mode) == ManagedLevel.NOTHING;
            case UNKNOWN ->
                inTemplate || !running.resources().isEmpty() || level(running, mode) == ManagedLevel.NOTHING;
        };
    }
}
