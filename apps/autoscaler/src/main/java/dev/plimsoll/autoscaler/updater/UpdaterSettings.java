package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.core.estimation.update.UpdateRules;
import java.time.Duration;

/**
 * How the updater works.
 *
 * @param minReplicas the least number of live pods for which anything is done, where an object does not say
 * @param evictionTolerance which part of the pods of a controller may be missing
 * @param skipDisruptionBudget resizes that restart nothing need no budget
 * @param inPlace the gate {@code InPlace}
 * @param podLevel the gate {@code PodLevelResources}
 * @param waitsForAdmission nothing is done while no admission controller is there to give new pods their values
 * @param namespace where the admission controller keeps its lease
 */
public record UpdaterSettings(
        Duration interval,
        int minReplicas,
        double evictionTolerance,
        UpdateRules rules,
        boolean skipDisruptionBudget,
        boolean inPlace,
        boolean podLevel,
        boolean waitsForAdmission,
        String namespace) {
    public static final UpdaterSettings DEFAULT = new UpdaterSettings(
            Duration.ofMinutes(1), 2, 0.5, UpdateRules.DEFAULT, false, false, false, true, "kube-system");

    public UpdaterSettings withGates(boolean newInPlace, boolean newPodLevel) {
        return new UpdaterSettings(
                interval,
                minReplicas,
                evictionTolerance,
                rules,
                skipDisruptionBudget,
                newInPlace,
                newPodLevel,
                waitsForAdmission,
                namespace);
    }

    public UpdaterSettings withoutAdmission() {
        return new UpdaterSettings(
                interval,
                minReplicas,
                evictionTolerance,
                rules,
                skipDisruptionBudget,
                inPlace,
                podLevel,
                false,
                namespace);
    }

    public UpdaterSettings withInterval(Duration changed) {
        return new UpdaterSettings(
                changed,
                minReplicas,
                evictionTolerance,
                rules,
                skipDisruptionBudget,
                inPlace,
                podLevel,
                waitsForAdmission,
                namespace);
    }
}
