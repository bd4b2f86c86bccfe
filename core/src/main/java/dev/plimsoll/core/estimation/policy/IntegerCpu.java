package dev.plimsoll.core.estimation.policy;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Map;

/** Whole cores for containers that an annotation of the VerticalPodAutoscaler names. */
public final class IntegerCpu {
    private static final String PREFIX = "vpa-post-processor.kubernetes.io/";
    private static final String SUFFIX = "_integerCPU";
    static final long CORE = 1000;

    private IntegerCpu() {}

    public static boolean isWanted(Map<String, String> annotations, String containerName) {
        return "true".equals(annotations.get(PREFIX + containerName + SUFFIX));
    }

    /** Everything that is said of CPU rounded up to whole cores, what was before any policy too. */
    public static Estimate apply(Estimate estimate) {
        var rounded = estimate.mapped(IntegerCpu::roundedUp);
        return new Estimate(
                rounded.target(), rounded.lowerBound(), rounded.upperBound(), roundedUp(estimate.uncappedTarget()));
    }

    private static ResourceAmounts roundedUp(ResourceAmounts amounts) {
        if (!amounts.contains(Compute.CPU.resource())) return amounts;
        return Compute.CPU.with(amounts, Math.ceilDiv(Compute.CPU.unitsOf(amounts), CORE) * CORE);
    }

    /** Whole cores again after a share was taken, and at least one. */
    public static long share(long milliCores) {
        return Math.max(milliCores / CORE, 1) * CORE;
    }
}
