package dev.plimsoll.core.workloads.cronjob;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job that a cron job controls. */
public record OwnedJob(
        String name,
        String uid,
        boolean isBeingDeleted,
        Outcome outcome,
        @Nullable Instant startedOrNull,
        @Nullable Instant completedOrNull) {
    /** How it ended. */
    public enum Outcome {
        RUNNING,
        COMPLETE,
        FAILED
    }
}
