package dev.plimsoll.simulation.faults;

/** Mistakes that are built in on purpose: each must be found, and by the invariant that is there for it. */
enum BuiltInMistake {
    NONE,
    /** A server says that it has written what it has not. */
    WRITE_IS_NOT_MADE,
    /** A server loses some of what the store tells it. */
    EVENT_IS_LOST
}
