package dev.plimsoll.simulation.faults;

/** What can go wrong. */
enum FaultKind {
    /** The server says that it has too much to do: 429. */
    TOO_MANY_REQUESTS,
    /** The server says that another write came first: 409, though none did. */
    CONFLICT,
    /** 500, and nothing was done. */
    INTERNAL_ERROR,
    /** 503, and nothing was done. */
    UNAVAILABLE,
    /** No connection: nothing was done. */
    UNREACHABLE,
    /** The request is on its way for a while. */
    LATE_REQUEST,
    /** The request was done, and its answer is lost. */
    LOST_ANSWER,
    /** The request was done, and its answer ends in the middle. */
    TRUNCATED_ANSWER,
    /** The request arrives twice, as from a proxy that sends it again; the client hears one of the two answers. */
    DUPLICATE_REQUEST,
    /** The client gives up while the server works. */
    TIMEOUT,
    /** A program has no connection for some seconds: long enough for a leader to lose its lease, now and then. */
    PARTITION,
    /** Watch events come late. */
    LATE_EVENT,
    /** A watch event comes twice. */
    DUPLICATE_EVENT,
    /** A watch breaks off, with or without what was on its way. */
    BROKEN_WATCH,
    /** A watch breaks off in the middle of an event. */
    TRUNCATED_EVENT,
    /** A webhook cannot be asked in time, or its answer is lost. */
    WEBHOOK_FAILS,
    /** The disk of the store is full: not written. */
    STORE_REFUSES,
    /** The store does not say whether it has written. */
    STORE_UNCERTAIN,
    /** The store cannot be read. */
    STORE_UNREADABLE,
    /** A server hears late of what is in the store. */
    LATE_STORE_EVENT,
    /** The store forgets its past: who wants to go on from there must list again. */
    COMPACTION,
    /** The disk of an embedded store has no room for some seconds. */
    DISK_FULL,
    /** A commit of an embedded store fails; whether the disk has it, nobody knows. */
    DISK_WRITE_ERROR,
    /** A read of an embedded store fails. */
    DISK_READ_ERROR,
    /** The power fails during a commit: the disk has some of what was on its way. */
    POWER_FAILURE,
    /** Files of an embedded store are damaged while it is closed. */
    DISK_DAMAGE,
    /** A process dies before or after one of its next effects. */
    CRASH,
    /** A checkpoint of a node cannot be written. */
    DISK_ERROR,
    /** The container runtime of a node fails at a call. */
    RUNTIME_ERROR,
    /** The container runtime of a node answers late. */
    SLOW_RUNTIME,
    /** The clock of a machine shows another time. */
    CLOCK_JUMP
}
