package dev.plimsoll.core.workloads.statefulset;

/**
 * What becomes of the claims of a stateful set's pods.
 *
 * @param goWithSet whether they go when the set is deleted
 * @param goWithScale whether they go when their pod is one too many
 */
public record ClaimRetention(boolean goWithSet, boolean goWithScale) {
    public static final ClaimRetention RETAIN = new ClaimRetention(false, false);

    /** With whom a claim goes. */
    public enum Owner {
        NOBODY,
        SET,
        POD
    }

    /** The owner of a claim, whose pod is one too many or not. */
    public Owner owner(boolean isCondemned) {
        if (isCondemned && goWithScale) return Owner.POD;
        return goWithSet ? Owner.SET : Owner.NOBODY;
    }
}
