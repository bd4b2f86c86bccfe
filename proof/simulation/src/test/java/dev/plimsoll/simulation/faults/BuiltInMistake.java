package dev.plimsoll.simulation.faults;

import java.util.Set;

/** Mistakes that are built in on purpose: each must be found, and by the invariant that is there for it. */
enum BuiltInMistake {
    NONE(1),
    /** A server says that it has written what it has not. */
    WRITE_IS_NOT_MADE(1, "acknowledged"),
    /** The disk of an embedded store comes back as it was some time ago. */
    DISK_LOSES_WRITES(1, "acknowledged"),
    /** A server loses some of what the store tells it. */
    EVENT_IS_LOST(1, "watch"),
    /** A server hears of changes in another order than they were made. */
    EVENTS_ARE_SWAPPED(1, "watch", "revision"),
    /** The quota is larger than people were told. */
    QUOTA_IS_TOO_LARGE(1, "quota"),
    /** Pods get a node without anybody counting what is there. */
    NOBODY_COUNTS(1, "refused"),
    /** Schedulers do not look at the CPUs and memory that nodes have given. */
    NOBODY_ALIGNS(14, "refused"),
    /** Nobody deletes what has lost its owner. */
    NOBODY_COLLECTS_GARBAGE(1, "owner"),
    /** Nobody looks after deployments. */
    NOBODY_DEPLOYS(1, "desired"),
    /** Nobody looks after jobs. */
    NOBODY_RUNS_JOBS(3, "desired"),
    /** Nobody looks after stateful sets. */
    NOBODY_KEEPS_SETS(3, "desired"),
    /** Nodes do not hear of some changes of their pods. */
    CHANGE_IS_NOT_HEARD(1, "resize", "desired"),
    /** A client takes a list of which the end is missing for a whole one. */
    LIST_IS_CUT(3, "desired", "resize", "owner", "status", "gauges"),
    /** The webhook of the autoscaler makes pods that the API server refuses. */
    WEBHOOK_IS_WRONG(1, "autoscaled"),
    /** A server gives an object another identity when it writes it. */
    IDENTITY_CHANGES(1, "identity"),
    /** A node tells too large figures of itself. */
    GAUGE_IS_OFF(1, "gauges");

    private final int foundBy;
    private final Set<String> kinds;

    BuiltInMistake(int foundBy, String... kinds) {
        this.foundBy = foundBy;
        this.kinds = Set.of(kinds);
    }

    /** A seed that found it once: where a search begins. */
    int foundBy() {
        return foundBy;
    }

    /** Names of the invariants of which one must find it. */
    Set<String> kinds() {
        return kinds;
    }
}
