package dev.plimsoll.core.workloads.deployment;

/**
 * How far a rolling update may go.
 *
 * @param replicas wanted in the end
 * @param surge how many more there may be meanwhile
 * @param unavailable how many fewer may be available meanwhile
 */
public record RollingBounds(int replicas, int surge, int unavailable) {
    public static RollingBounds of(DeploymentSpec spec) {
        var replicas = spec.replicas();
        if (spec.recreates()) return new RollingBounds(replicas, 0, 0);
        var surge = spec.maxSurge().roundedUp(replicas).orElse(ceiling(replicas));
        var unavailable = spec.maxUnavailable().roundedDown(replicas).orElse(replicas / 4);
        if (surge == 0 && unavailable == 0) unavailable = 1;
        return new RollingBounds(replicas, surge, Math.min(unavailable, replicas));
    }

    /** A quarter, where the strategy cannot be read. */
    private static int ceiling(int replicas) {
        return (replicas + 3) / 4;
    }

    public int most() {
        return replicas + surge;
    }

    public int leastAvailable() {
        return replicas - unavailable;
    }
}
