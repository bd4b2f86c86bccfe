package dev.plimsoll.core.workloads.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job asks for.
 *
 * @param restartsOnFailure whether its pods restart their containers themselves
 * @param replacesFailedOnly whether a pod is replaced only once it has failed, and not while it is being deleted
 * @param failurePolicyOrNull null where there is none
 */
public record JobSpec(
        int parallelism,
        @Nullable Integer completionsOrNull,
        boolean isIndexed,
        boolean isSuspended,
        boolean restartsOnFailure,
        boolean replacesFailedOnly,
        @Nullable Integer backoffLimitOrNull,
        @Nullable Integer backoffLimitPerIndexOrNull,
        @Nullable Integer maxFailedIndexesOrNull,
        @Nullable Long activeDeadlineSecondsOrNull,
        @Nullable Long ttlSecondsAfterFinishedOrNull,
        @Nullable FailurePolicy failurePolicyOrNull,
        List<SuccessPolicy.Rule> successRules) {
    public JobSpec {
        successRules = List.copyOf(successRules);
    }
}
