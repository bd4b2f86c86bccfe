package dev.plimsoll.core.workloads.horizontal;

/** What one metric asks for, or why it cannot say. */
public sealed interface Proposal {
    /**
     * So many replicas.
     *
     * @param utilization per cent of the requests in use, or the average use in thousandths
     * @param averageMilli what each pod uses on average, in thousandths
     */
    record Replicas(int replicas, long utilization, long averageMilli) implements Proposal {}

    /**
     * Nothing can be said.
     *
     * @param reason that of the condition ScalingActive
     */
    record Invalid(String reason, String message) implements Proposal {}
}
