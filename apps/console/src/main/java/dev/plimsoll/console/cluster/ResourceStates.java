package dev.plimsoll.console.cluster;

/**
 * One resource of a pod in the states that the API shows, in its unit; {@link #UNKNOWN} where it shows nothing.
 *
 * @param desired what its spec asks for
 * @param allocated what its node has admitted
 * @param actual what is in force, as read back
 * @param used what it uses
 */
public record ResourceStates(long desired, long allocated, long actual, long used) {
    public static final long UNKNOWN = -1;

    /** A kernel keeps CPU requests as weights, so that what is read back is a little off. */
    public boolean isSettled() {
        return (allocated == UNKNOWN || allocated == desired)
                && (actual == UNKNOWN || Math.abs(actual - desired) <= desired / 20);
    }

    ResourceStates withUsed(long changed) {
        return changed == used ? this : new ResourceStates(desired, allocated, actual, changed);
    }

    public long largest() {
        return Math.max(Math.max(desired, allocated), Math.max(actual, used));
    }
}
