package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;

/**
 * What all instances of a container used: the histograms of the recommender, and for people the average and the highest.
 *
 * <p>It changes in place and belongs to one thread.
 */
public final class ContainerUse {
    private final ContainerUsage usage;
    private final SamplingRules rules;
    private final Statistic cpu = new Statistic();
    private final Statistic memory = new Statistic();

    ContainerUse(UsageScales scales, SamplingRules rules) {
        this.usage = new ContainerUsage(scales);
        this.rules = rules;
    }

    /** Takes the samples of one container of one pod, each resource in the order of time. */
    public final class Instance {
        private final SampledContainer sampler = new SampledContainer();

        private Instance() {}

        public void cpu(long time, long milliCores) {
            if (sampler.cpu(time, milliCores, usage)) cpu.add(milliCores);
        }

        public void memory(long time, long bytes) {
            if (sampler.memory(time, bytes, usage, rules)) memory.add(bytes);
        }
    }

    /** For a pod of which no sample was taken yet. */
    public Instance instance() {
        return new Instance();
    }

    public ContainerUsage usage() {
        return usage;
    }

    public ComputeAmounts average() {
        return new ComputeAmounts(cpu.average(), memory.average());
    }

    public ComputeAmounts highest() {
        return new ComputeAmounts(cpu.highest, memory.highest);
    }

    /** Samples of CPU. */
    public long samples() {
        return cpu.count;
    }

    private static final class Statistic {
        private double sum;
        private long count;
        private long highest;

        void add(long value) {
            sum += value;
            count++;
            highest = Math.max(highest, value);
        }

        long average() {
            return count == 0 ? 0 : Math.round(sum / count);
        }
    }
}
