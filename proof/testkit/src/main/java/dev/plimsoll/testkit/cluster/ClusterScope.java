package dev.plimsoll.testkit.cluster;

/** Who shares a cluster. */
public enum ClusterScope {
    /** The tests of one class, and of the classes nested in it. */
    CLASS,
    /** All classes of a run that ask for the same cluster. It starts with the first of them and ends with the run. */
    SUITE
}
