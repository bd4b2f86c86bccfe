package dev.plimsoll.cri.usage;

import java.time.Instant;

/**
 * CPU and memory that something used; {@link #UNKNOWN} for a number that the runtime does not tell.
 *
 * @param cpuNanos CPU time since it was made
 * @param nanoCores CPU time per second, lately
 */
public record ResourceUsage(
        Instant at,
        long cpuNanos,
        long nanoCores,
        long workingSetBytes,
        long availableBytes,
        long usageBytes,
        long rssBytes) {
    public static final long UNKNOWN = -1;
}
