package dev.plimsoll.core.resize.protocol;

/**
 * What a runtime is told of a pod as a whole, without overhead, which is told apart. Zero where there is no limit.
 *
 * @param overhead the same of the overhead alone; all zero where there is none
 */
public record SandboxResources(Amounts workload, Amounts overhead) {
    public record Amounts(long cpuShares, long cpuQuota, long cpuPeriod, long memoryLimit) {
        public static final Amounts NONE = new Amounts(0, 0, 0, 0);
    }
}
