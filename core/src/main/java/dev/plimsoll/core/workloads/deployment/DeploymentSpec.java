package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.ObjectMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What a deployment asks for.
 *
 * @param newSetName the name that a replica set of its template gets
 * @param recreates whether all old pods go before new ones are made
 * @param progressDeadlineSecondsOrNull null where an update may take as long as it likes
 */
public record DeploymentSpec(
        ObjectMetadata meta,
        PodTemplate template,
        String newSetName,
        int replicas,
        boolean isPaused,
        boolean recreates,
        IntOrString maxSurge,
        IntOrString maxUnavailable,
        int minReadySeconds,
        @Nullable Long progressDeadlineSecondsOrNull,
        int revisionHistoryLimit) {
    public boolean hasProgressDeadline() {
        return progressDeadlineSecondsOrNull != null && progressDeadlineSecondsOrNull != Integer.MAX_VALUE;
    }
}
