package dev.plimsoll.store;

/** What is broken, as far as a caller can act on it. */
public enum StoreProblem {
    /** No answer from the server in time; it may help to try again. */
    UNAVAILABLE,
    /** No room, on the disk or within the bounds that were set. */
    OUT_OF_SPACE,
    /** This value is larger than the server accepts. */
    TOO_LARGE,
    /** The disk failed; the store must be opened again. */
    IO,
    /** What is stored is not what was written. */
    DAMAGED,
    /** Another process, or another store of this one, has the folder. */
    IN_USE,
    /** Written by a later version, or by another program. */
    UNKNOWN_FORMAT,
    /** The server refuses: credentials, permissions, settings. */
    REFUSED,
    /** The store was closed. */
    CLOSED
}
