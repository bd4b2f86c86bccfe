package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.podlevel.Recommendation;
import java.time.Duration;
import java.util.List;

/**
 * What a workload asks for, uses and should ask for. Amounts are those of all its pods together, unless it says otherwise.
 *
 * @param setsPodLevel whether its pods ask for something as a whole
 * @param containers for one pod
 * @param atContainers what is recommended for containers alone
 * @param atPod what is recommended where the pod as a whole is looked after too
 * @param samples of CPU that the recommendation rests on; 0 where nothing is known, and then nothing else is recommended than what is asked
 */
public record WorkloadReport(
        WorkloadName name,
        int pods,
        boolean setsPodLevel,
        List<ContainerReport> containers,
        Recommendation atContainers,
        Recommendation atPod,
        Totals totals,
        List<Risk> risks,
        long samples,
        Duration span) {
    public WorkloadReport {
        containers = List.copyOf(containers);
        risks = List.copyOf(risks);
    }

    /**
     * Sums over all pods.
     *
     * @param highest the sum of what each container used at most, which need not have been at once
     * @param byContainers what would be asked with the recommendation for containers
     * @param byPod and with the one for pods as a whole
     */
    public record Totals(
            ComputeAmounts asked,
            ComputeAmounts average,
            ComputeAmounts highest,
            ComputeAmounts byContainers,
            ComputeAmounts byPod) {
        public static final Totals NONE = new Totals(
                ComputeAmounts.NONE,
                ComputeAmounts.NONE,
                ComputeAmounts.NONE,
                ComputeAmounts.NONE,
                ComputeAmounts.NONE);

        Totals plus(Totals other) {
            return new Totals(
                    asked.plus(other.asked),
                    average.plus(other.average),
                    highest.plus(other.highest),
                    byContainers.plus(other.byContainers),
                    byPod.plus(other.byPod));
        }
    }

    public boolean isKnown() {
        return !atContainers.containers().isEmpty() || atPod.pod().isPresent();
    }

    /** At the level that its pods use: nobody has to change more than numbers. */
    public ComputeAmounts recommended() {
        return setsPodLevel ? totals.byPod() : totals.byContainers();
    }

    public Recommendation recommendation() {
        return setsPodLevel ? atPod : atContainers;
    }

    /** Asked for and not needed. */
    public ComputeAmounts waste() {
        return totals.asked().beyond(recommended());
    }

    /** Needed and not asked for. */
    public ComputeAmounts shortage() {
        return recommended().beyond(totals.asked());
    }
}
