package dev.plimsoll.store.embedded.log;

/** What may be written, by the room that there is. */
public enum DiskSpace {
    /** Everything. */
    ENOUGH,
    /** No new keys; those that are there may change, since an object is often changed before it is removed. */
    UPDATES,
    /** Only what leads to more room. */
    REMOVALS;

    /**
     * Whether a value may be written.
     *
     * @param previous revision of the value that is replaced, or {@link KeyHistory#NONE}
     */
    public boolean allowsPut(long previous) {
        return this == ENOUGH || (this == UPDATES && previous != KeyHistory.NONE);
    }
}
