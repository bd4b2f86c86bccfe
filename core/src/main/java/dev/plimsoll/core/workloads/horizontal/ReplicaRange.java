package dev.plimsoll.core.workloads.horizontal;

/** What a horizontal pod autoscaler allows. */
public record ReplicaRange(int minReplicas, int maxReplicas) {
    /** The most that one step may go to without a behaviour of its own. */
    static int stepLimit(int current) {
        return Math.max(2 * current, 4);
    }
}
