package dev.plimsoll.simulation.cluster;

/**
 * One thing that happens. A step says all that it needs, so that any of them can be left out: what it is about and is not there, it
 * passes over.
 */
sealed interface Step {
    record CreatePod(int number, long shape) implements Step {}

    record CreateDeployment(int number, int replicas, long shape) implements Step {}

    record Scale(int number, int replicas) implements Step {}

    /** Of one of the pods that are there, counted around. */
    record Resize(int which, long shape) implements Step {}

    record Delete(int which) implements Step {}

    /** A program does some of what it has to do. Scheduler and controllers come first, then the nodes. */
    record Act(int program, int times, long seed) implements Step {}

    /** All programs do what they have to do until nothing is left. */
    record Settle(long seed) implements Step {}

    record Pass(int seconds, long seed) implements Step {}

    /** A program dies before or after one of its next effects, or at once. */
    record Kill(int program, int effects) implements Step {}

    record Start(int program) implements Step {}

    /** A node's process is replaced by one with other gates. */
    record Flip(int node, int gates) implements Step {}

    /** The runtime of a node fails at some calls from now on. */
    record Fault(int node, int kind) implements Step {}

    record DiskFull(int node, int writes) implements Step {}

    record Slow(int node, boolean isSlow) implements Step {}
}
