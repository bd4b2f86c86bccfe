package dev.plimsoll.testkit.cluster;

/** How time passes in a cluster. */
public enum ClusterTime {
    /** As on the machine. */
    REAL,
    /** As on the machine, and faster when a test asks for it: {@link TestCluster#pass}. */
    VIRTUAL
}
