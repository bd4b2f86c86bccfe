package dev.plimsoll.core.model;

/** What the phase of a pod means. */
public final class PodPhase {
    public static final String PENDING = "Pending";
    public static final String RUNNING = "Running";
    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";

    private PodPhase() {}

    /** Whether a pod in this phase has ended for good: nothing of it runs again, and it holds nothing. */
    public static boolean isTerminal(String phase) {
        return phase.equals(SUCCEEDED) || phase.equals(FAILED);
    }
}
