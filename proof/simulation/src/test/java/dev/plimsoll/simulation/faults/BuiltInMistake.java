package dev.plimsoll.simulation.faults;

import java.util.Set;

/** Mistakes that are built in on purpose: each must be found, and by the invariant that is there for it. */
enum BuiltInMistake {
    NONE(),
    /** A server says that it has written what it has not. */
    WRITE_IS_NOT_MADE("acknowledged"),
    /** The disk of an embedded store comes back as it was some time ago. */
    DISK_LOSES_WRITES("acknowledged"),
    /** A server loses some of what the store tells it. */
    EVENT_IS_LOST("watch"),
    /** A server hears of changes in another order than they were made. */
    EVENTS_ARE_SWAPPED("watch", "revision"),
    /** The quota is larger than people were told. */
    QUOTA_IS_TOO_LARGE("quota"),
    /** Pods get a node without anybody counting what is there. */
    NOBODY_COUNTS("refused"),
    /** Schedulers do not look at the CPUs and memory that nodes have given. */
    NOBODY_ALIGNS("refused"),
    /** Nobody deletes what has lost its owner. */
    NOBODY_COLLECTS_GARBAGE("owner"),
    /** Nobody looks after deployments. */
    NOBODY_DEPLOYS("desired"),
    /** Nobody looks after jobs. */
    NOBODY_RUNS_JOBS("desired"),
    /** Nobody looks after stateful sets. */
    NOBODY_KEEPS_SETS("desired"),
    /** Nodes do not hear of some changes of their pods. */
    CHANGE_IS_NOT_HEARD("resize", "desired"),
    /** A client takes a list of which the end is missing for a whole one. */
    LIST_IS_CUT("desired", "resize", "owner", "status", "gauges"),
    /** The webhook of the autoscaler makes pods that the API server refuses. */
    WEBHOOK_IS_WRONG("autoscaled"),
    /** A server gives an object another identity when it writes it. */
    IDENTITY_CHANGES("identity"),
    /** A node tells too large figures of itself. */
    GAUGE_IS_OFF("gauges");

    private final Set<String> kinds;

    BuiltInMistake(String... kinds) {
        this.kinds = Set.of(kinds);
    }

    /** Names of the invariants of which one must find it. */
    Set<String> kinds() {
        return kinds;
    }
}
