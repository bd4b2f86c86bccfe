package dev.plimsoll.store.embedded;

/** What may be written, by the room that there is. */
enum DiskSpace {
    /** Everything. */
    ENOUGH,
    /** No new keys; those that are there may change, since an object is often changed before it is removed. */
    UPDATES,
    /** Only what leads to more room. */
    REMOVALS;

    boolean allows(WriteRequest.Change change, long previous) {
        return switch (change) {
            case WriteRequest.Change.Remove() -> true;
            case WriteRequest.Change.Put _ -> this == ENOUGH || (this == UPDATES && previous != KeyHistory.NONE);
        };
    }
}
