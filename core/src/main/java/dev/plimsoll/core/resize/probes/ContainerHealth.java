package dev.plimsoll.core.resize.probes;

/**
 * What a node knows of one container beside what the runtime says: the results of its probes.
 *
 * @param containerId the instance that the results are about
 * @param hasStarted whether an instance of this container has ever passed its startup probe
 * @param isReplaced whether the node has stopped the instance to start another one, whatever its exit code says
 */
public record ContainerHealth(
        String containerId,
        ProbeResult startup,
        ProbeResult readiness,
        ProbeResult liveness,
        boolean hasStarted,
        boolean isReplaced) {

    /**
     * Of an instance that this process has not probed yet.
     *
     * @param wasStarted whether it is known from before that it has started, likewise {@code wasReady}
     */
    public static ContainerHealth unprobed(
            String containerId, boolean wasStarted, boolean wasReady, boolean hasStarted) {
        return new ContainerHealth(
                containerId,
                wasStarted ? ProbeResult.SUCCESS : ProbeKind.STARTUP.initial(),
                wasReady ? ProbeResult.SUCCESS : ProbeKind.READINESS.initial(),
                ProbeKind.LIVENESS.initial(),
                hasStarted || wasStarted,
                false);
    }

    public ContainerHealth with(ProbeKind kind, ProbeResult result) {
        return new ContainerHealth(
                containerId,
                kind == ProbeKind.STARTUP ? result : startup,
                kind == ProbeKind.READINESS ? result : readiness,
                kind == ProbeKind.LIVENESS ? result : liveness,
                hasStarted || (kind == ProbeKind.STARTUP && result == ProbeResult.SUCCESS),
                isReplaced);
    }

    public ContainerHealth replaced() {
        return new ContainerHealth(containerId, startup, readiness, liveness, hasStarted, true);
    }
}
