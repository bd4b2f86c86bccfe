package dev.plimsoll.testkit.client;

/** Who uses a cluster. */
public enum ClusterScope {
    /** The tests of one class. */
    CLASS,
    /** All classes of the run that ask for the same. */
    SUITE
}
