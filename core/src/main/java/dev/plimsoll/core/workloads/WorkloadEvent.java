package dev.plimsoll.core.workloads;

/** An event about a workload, for its users. */
public record WorkloadEvent(boolean isWarning, String reason, String message) {
    public static WorkloadEvent normal(String reason, String message) {
        return new WorkloadEvent(false, reason, message);
    }

    public static WorkloadEvent warning(String reason, String message) {
        return new WorkloadEvent(true, reason, message);
    }
}
