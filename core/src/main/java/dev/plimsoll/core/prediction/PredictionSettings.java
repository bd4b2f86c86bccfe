package dev.plimsoll.core.prediction;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.placement.profile.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the programs of the cluster are set up.
 *
 * @param profiles of its scheduler
 * @param alignsNuma whether its scheduler leaves out nodes that could not align a pod's resources
 * @param seedOrNull by which one of several nodes with the same score is chosen; null for the first
 */
public record PredictionSettings(
        FeatureGates gates,
        List<Profile> profiles,
        boolean alignsNuma,
        @Nullable Long seedOrNull) {
    public static final PredictionSettings DEFAULT =
            new PredictionSettings(FeatureGates.DEFAULT, List.of(Profile.DEFAULT), false, null);

    public PredictionSettings {
        profiles = List.copyOf(profiles);
    }

    public PredictionSettings withSeed(long seed) {
        return new PredictionSettings(gates, profiles, alignsNuma, seed);
    }
}
