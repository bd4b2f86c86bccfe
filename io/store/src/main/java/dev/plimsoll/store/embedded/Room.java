package dev.plimsoll.store.embedded;

/** What may be written, by the room that there is. */
enum Room {
    /** Everything. */
    ENOUGH,
    /** No new keys; those that are there may change, since an object is often changed before it is removed. */
    UPDATES,
    /** Only what leads to more room. */
    REMOVALS;

    boolean allows(Request.Change change, long previous) {
        return switch (change) {
            case Request.Change.Remove() -> true;
            case Request.Change.Put _ -> this == ENOUGH || (this == UPDATES && previous != History.NONE);
        };
    }
}
