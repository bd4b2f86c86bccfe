package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.Conditions;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job reports.
 *
 * @param succeeded pods that succeeded and are counted
 * @param failed pods that failed and are counted
 * @param uncountedSucceeded uids of pods that succeeded and are not counted yet
 * @param uncountedFailed uids of pods that failed and are not counted yet
 * @param completedIndexes such as {@code 0,2-4}
 * @param failedIndexes such as {@code 0,2-4}
 */
public record JobStatus(
        Conditions conditions,
        @Nullable Instant startTimeOrNull,
        @Nullable Instant completionTimeOrNull,
        int succeeded,
        int failed,
        List<String> uncountedSucceeded,
        List<String> uncountedFailed,
        String completedIndexes,
        String failedIndexes,
        int active,
        int ready,
        int terminating) {
    public static final JobStatus NONE =
            new JobStatus(Conditions.NONE, null, null, 0, 0, List.of(), List.of(), "", "", 0, 0, 0);

    public JobStatus {
        uncountedSucceeded = List.copyOf(uncountedSucceeded);
        uncountedFailed = List.copyOf(uncountedFailed);
    }
}
