package dev.plimsoll.testkit.client;

/** The time of a cluster for tests. */
public enum ClusterTime {
    /** That of the machine. */
    REAL,
    /** That of the machine, and tests can let it pass at once. */
    VIRTUAL
}
