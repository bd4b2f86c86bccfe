package dev.plimsoll.core.resize.probes;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody who probes a container has to know of it.
 *
 * @param containerId of the newest instance; empty where there is none yet
 * @param runningSinceOrNull null where it does not run
 * @param isOver whether it has ended for good
 * @param isStarted whether liveness and readiness are looked at
 * @param isPodDeleted whether somebody has deleted the pod
 */
public record ProbedContainer(
        String containerId,
        @Nullable Instant runningSinceOrNull,
        boolean isOver,
        boolean isStarted,
        boolean isPodDeleted) {}
