package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;
import java.util.List;

/**
 * What would have become of a workload at one level.
 *
 * @param cpu in cores times hours
 * @param memory in bytes times hours
 * @param throttled cores times hours that were wanted and not given
 * @param throttledFor for how long some pod got less CPU than it wanted, summed over pods
 * @param podTime how long pods ran, summed
 * @param kills containers that were killed for memory
 * @param down how long killed containers waited to be started again, summed
 * @param resizes changes of running pods
 * @param recreations pods that were evicted to be made anew
 * @param impossible changes that no valid pod allowed, or not the update mode
 * @param recommendation the last one
 * @param pods those that still run at the end, as they are then
 * @param steps the course of it, as long as the workload's own
 */
public record LevelOutcome(
        ReplayLevel level,
        Totals cpu,
        Totals memory,
        double throttled,
        Duration throttledFor,
        Duration podTime,
        long kills,
        Duration down,
        long resizes,
        long recreations,
        long impossible,
        Recommendation recommendation,
        List<Pod> pods,
        List<Step> steps) {
    public LevelOutcome {
        pods = List.copyOf(pods);
        steps = List.copyOf(steps);
    }

    public Totals totals(Compute compute) {
        return compute == Compute.CPU ? cpu : memory;
    }

    /** A pod at the end. */
    public record Pod(String name, PodSpec spec) {}

    /**
     * One resource over the whole time.
     *
     * @param wasted requested and not used
     * @param beyond used beyond what was requested
     */
    public record Totals(double requested, double used, double wasted, double beyond) {}

    /**
     * A part of the time, summed over pods: averages, and how many containers were killed. Limits are 0 where there are none.
     *
     * @param cpuRequest cores
     * @param memoryRequest bytes
     * @param throttled cores that were wanted and not given
     */
    public record Step(
            double cpuRequest,
            double cpuLimit,
            double memoryRequest,
            double memoryLimit,
            double throttled,
            long kills) {
        public double request(Compute compute) {
            return compute == Compute.CPU ? cpuRequest : memoryRequest;
        }

        public double limit(Compute compute) {
            return compute == Compute.CPU ? cpuLimit : memoryLimit;
        }
    }
}
