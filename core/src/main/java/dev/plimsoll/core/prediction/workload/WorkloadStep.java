package dev.plimsoll.core.prediction.workload;

/** What a controller does about one pod. */
public sealed interface WorkloadStep {
    record Create(RequestedPod request) implements WorkloadStep {}

    /**
     * A pod goes.
     *
     * @param isUpdate whether it goes for one of a newer template, rather than because there are too many
     */
    record Delete(String uid, boolean isUpdate) implements WorkloadStep {}
}
