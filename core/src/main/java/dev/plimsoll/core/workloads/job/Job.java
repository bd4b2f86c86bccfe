package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.StatusCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job: what it asks for, and what it reports. */
public record Job(boolean isBeingDeleted, JobSpec spec, JobStatus status) {
    public static final String COMPLETE = "Complete";
    public static final String FAILED = "Failed";
    static final String SUSPENDED = "Suspended";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_MET = "SuccessCriteriaMet";

    /** Without a number the job is done when one pod succeeded and none is left. */
    boolean hasCompletions() {
        return spec.completionsOrNull() != null;
    }

    int completions() {
        return or(spec.completionsOrNull(), 1);
    }

    int backoffLimit() {
        return or(spec.backoffLimitOrNull(), limitsIndexes() ? Integer.MAX_VALUE : 6);
    }

    /** Pods that are being deleted count as failed, unless only those that have failed are replaced. */
    boolean countsTerminating() {
        // How a pod failed is only known when it has.
        return spec.failurePolicyOrNull() == null && !spec.replacesFailedOnly();
    }

    /** Whether each index may fail only so often. */
    public boolean limitsIndexes() {
        return spec.isIndexed() && spec.backoffLimitPerIndexOrNull() != null;
    }

    int backoffLimitPerIndex() {
        return or(spec.backoffLimitPerIndexOrNull(), 0);
    }

    /** How many indexes may fail before the job fails. */
    int maxFailedIndexes() {
        return or(spec.maxFailedIndexesOrNull(), Integer.MAX_VALUE);
    }

    private static int or(@Nullable Integer value, int absent) {
        return value == null ? absent : value;
    }

    FailurePolicy failurePolicy() {
        return spec.failurePolicyOrNull() == null ? FailurePolicy.NONE : spec.failurePolicyOrNull();
    }

    public boolean has(String condition) {
        return status.conditions().is(condition, "True");
    }

    public boolean isFinished() {
        return has(COMPLETE) || has(FAILED);
    }

    Optional<Instant> started() {
        return Optional.ofNullable(status.startTimeOrNull());
    }

    /** When the condition came that ended the job. */
    private Optional<Instant> finished() {
        for (var type : new String[] {COMPLETE, FAILED}) {
            if (has(type)) {
                return status.conditions()
                        .find(type)
                        .map(StatusCondition::lastTransition)
                        .filter(time -> time.isAfter(Instant.EPOCH));
            }
        }
        return Optional.empty();
    }

    /** How long a job that has finished may still stay, by its {@code ttlSecondsAfterFinished}; empty for as long as it likes. */
    public Optional<Duration> untilDeletion(Instant now) {
        var ttl = spec.ttlSecondsAfterFinishedOrNull();
        if (ttl == null || isBeingDeleted) return Optional.empty();
        return finished().map(end -> Duration.between(now, end.plusSeconds(ttl)));
    }
}
