package dev.plimsoll.core.estimation.replay;

/** Which values of a pod are looked after in one run of a replay. */
public enum ReplayLevel {
    /** None: what the manifest asks for stays. */
    UNCHANGED,
    /** Those of each container, as upstream's autoscaler does it. */
    CONTAINERS,
    /** Those of the pod as a whole (AEP-7571). */
    POD,
    /** The same, with the pod's need from what its containers used together. */
    WHOLE;

    /** Whether pods are looked after as a whole. */
    boolean isPod() {
        return this == POD || this == WHOLE;
    }
}
