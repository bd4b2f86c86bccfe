package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which parts run, and how. A part without settings does not run. */
public record Settings(
        @Nullable RecommenderSettings recommenderOrNull,
        @Nullable UpdaterSettings updaterOrNull,
        @Nullable AdmissionSettings admissionOrNull,
        boolean inPlace,
        boolean podLevel) {
    /** All of it, with the pod level, in one process. */
    public static Settings together(AdmissionSettings admission) {
        return new Settings(
                RecommenderSettings.DEFAULT.withPodLevel(true),
                UpdaterSettings.DEFAULT.withGates(true, true),
                admission,
                true,
                true);
    }

    public Optional<RecommenderSettings> recommender() {
        return Optional.ofNullable(recommenderOrNull);
    }

    public Optional<UpdaterSettings> updater() {
        return Optional.ofNullable(updaterOrNull);
    }

    public Optional<AdmissionSettings> admission() {
        return Optional.ofNullable(admissionOrNull);
    }
}
