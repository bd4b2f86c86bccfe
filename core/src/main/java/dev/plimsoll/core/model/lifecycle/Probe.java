package dev.plimsoll.core.model.lifecycle;

import dev.plimsoll.core.model.scheduling.PodPlacement;

/**
 * A look at a container that is repeated. Numbers are as the API defaults them.
 *
 * @param terminationGracePeriodSeconds of a container that fails; {@link PodPlacement#UNSET} for the pod's
 */
public record Probe(
        ContainerHandler handler,
        int initialDelaySeconds,
        int periodSeconds,
        int timeoutSeconds,
        int successThreshold,
        int failureThreshold,
        long terminationGracePeriodSeconds) {
    /** Where the API was not asked to default, a number below the least counts as the default. */
    public Probe {
        if (initialDelaySeconds < 0) initialDelaySeconds = 0;
        if (periodSeconds < 1) periodSeconds = 10;
        if (timeoutSeconds < 1) timeoutSeconds = 1;
        if (successThreshold < 1) successThreshold = 1;
        if (failureThreshold < 1) failureThreshold = 3;
    }

    /** With the API's defaults. */
    public static Probe of(ContainerHandler handler) {
        return new Probe(handler, 0, 10, 1, 1, 3, PodPlacement.UNSET);
    }
}
