package dev.plimsoll.console.cluster;

import java.time.Instant;

/**
 * What an autoscaler recommended at a time, against what its pods asked for and used; {@link ResourceStates#UNKNOWN} where nothing is known.
 *
 * @param lower requests below it are raised
 * @param upper requests above it are lowered
 * @param requested by the pod that asks for most
 * @param used by the pod that uses most
 */
public record RecommendationPoint(Instant when, long target, long lower, long upper, long requested, long used) {
    boolean recommendsAs(RecommendationPoint other) {
        return target == other.target && lower == other.lower && upper == other.upper && requested == other.requested;
    }
}
