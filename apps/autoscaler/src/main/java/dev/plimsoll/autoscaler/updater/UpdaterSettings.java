package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.update.UpdateRules;
import java.time.Duration;

/**
 * How the updater works.
 *
 * @param minReplicas the least number of live pods for which anything is done, where an object does not say
 * @param evictionTolerance which part of the pods of a controller may be missing
 * @param rate evictions per second, and as many resizes; zero and less for any number
 * @param burst how many at once after a pause
 * @param skipDisruptionBudget resizes that restart nothing need no budget
 * @param waitsForAdmission nothing is done while no admission controller is there to give new pods their values
 * @param namespace where the admission controller keeps its lease
 */
public record UpdaterSettings(
        Duration interval,
        int minReplicas,
        double evictionTolerance,
        double rate,
        int burst,
        UpdateRules rules,
        boolean skipDisruptionBudget,
        AutoscalerGates gates,
        PodLevelResize.Choice podLevelResize,
        boolean waitsForAdmission,
        String namespace) {
    public static final UpdaterSettings DEFAULT = new UpdaterSettings(
            Duration.ofMinutes(1),
            2,
            0.5,
            -1,
            1,
            UpdateRules.DEFAULT,
            false,
            AutoscalerGates.NONE,
            PodLevelResize.Choice.AUTO,
            true,
            "kube-system");

    boolean inPlace() {
        return gates.isOn(AutoscalerGate.IN_PLACE);
    }

    boolean podLevel() {
        return gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES);
    }

    boolean boosts() {
        return gates.isOn(AutoscalerGate.CPU_STARTUP_BOOST);
    }

    public UpdaterSettings withGates(AutoscalerGates changed) {
        return new UpdaterSettings(
                interval,
                minReplicas,
                evictionTolerance,
                rate,
                burst,
                rules,
                skipDisruptionBudget,
                changed,
                podLevelResize,
                waitsForAdmission,
                namespace);
    }

    public UpdaterSettings withoutAdmission() {
        return new UpdaterSettings(
                interval,
                minReplicas,
                evictionTolerance,
                rate,
                burst,
                rules,
                skipDisruptionBudget,
                gates,
                podLevelResize,
                false,
                namespace);
    }

    public UpdaterSettings withInterval(Duration changed) {
        return new UpdaterSettings(
                changed,
                minReplicas,
                evictionTolerance,
                rate,
                burst,
                rules,
                skipDisruptionBudget,
                gates,
                podLevelResize,
                waitsForAdmission,
                namespace);
    }

    public UpdaterSettings withRate(double perSecond, int atOnce) {
        return new UpdaterSettings(
                interval,
                minReplicas,
                evictionTolerance,
                perSecond,
                atOnce,
                rules,
                skipDisruptionBudget,
                gates,
                podLevelResize,
                waitsForAdmission,
                namespace);
    }
}
