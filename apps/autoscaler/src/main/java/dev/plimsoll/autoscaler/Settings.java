package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which parts run, and how. A part without settings does not run.
 *
 * @param endpointOrNull where metrics and health are told
 * @param candidateOrNull the name under which this process stands for election as the one that acts; without one it acts at once
 */
public record Settings(
        @Nullable RecommenderSettings recommenderOrNull,
        @Nullable UpdaterSettings updaterOrNull,
        @Nullable AdmissionSettings admissionOrNull,
        boolean inPlace,
        boolean podLevel,
        @Nullable InetSocketAddress endpointOrNull,
        @Nullable String candidateOrNull) {
    /** All of it, with the pod level, in one process. */
    public static Settings together(AdmissionSettings admission) {
        return new Settings(
                RecommenderSettings.DEFAULT.withPodLevel(true),
                UpdaterSettings.DEFAULT.withGates(true, true),
                admission,
                true,
                true,
                null,
                null);
    }

    public Optional<RecommenderSettings> recommender() {
        return Optional.ofNullable(recommenderOrNull);
    }

    public Optional<UpdaterSettings> updater() {
        return Optional.ofNullable(updaterOrNull);
    }

    public Optional<InetSocketAddress> endpoint() {
        return Optional.ofNullable(endpointOrNull);
    }

    public Optional<String> candidate() {
        return Optional.ofNullable(candidateOrNull);
    }

    public Optional<AdmissionSettings> admission() {
        return Optional.ofNullable(admissionOrNull);
    }
}
