package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.controllers.objects.Percent;
import dev.plimsoll.controllers.objects.Workload;

/**
 * How far a rolling update may go.
 *
 * @param replicas wanted in the end
 * @param surge how many more there may be meanwhile
 * @param unavailable how many fewer may be available meanwhile
 */
public record RollingBounds(int replicas, int surge, int unavailable) {
    public static RollingBounds of(Workload deployment) {
        var replicas = Math.max(0, deployment.number("replicas", 1));
        var strategy = deployment.spec().path("strategy");
        if (!strategy.path("type").asText("RollingUpdate").equals("RollingUpdate")) {
            return new RollingBounds(replicas, 0, 0);
        }
        return of(strategy.path("rollingUpdate"), replicas);
    }

    static RollingBounds of(JsonNode rolling, int replicas) {
        var surge = Percent.roundedUp(rolling.path("maxSurge"), replicas).orElse(ceiling(replicas));
        var unavailable =
                Percent.roundedDown(rolling.path("maxUnavailable"), replicas).orElse(replicas / 4);
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
