package dev.plimsoll.simulation.cluster;

/** Mistakes that are built in on purpose: the invariants must find each. */
public enum Mutation {
    NONE,
    /** The guard lets every binding through. */
    GUARD_SAYS_YES,
    /** The scheduler does not look at what nodes have given to containers for themselves. */
    SCHEDULER_IGNORES_PINNING,
    /** A node that starts knows nothing of CPUs of containers' own, neither from its disk nor from its runtime. */
    NODE_FORGETS_CPUS,
    /** A node grants more than it says that it has. */
    NODE_GRANTS_TOO_MUCH,
    /** Gauges count each pod twice. */
    GAUGE_IS_OFF,
    /** Some statuses do not reach the API. */
    STATUS_IS_LOST
}
