package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.resize.resources.MemoryUsage;
import org.jspecify.annotations.Nullable;

/**
 * Whether memory may be cut to a limit: only where less is used, for the kernel kills otherwise. Usage may grow between check
 * and cut; nothing can be done about that from outside.
 */
sealed interface UsageCheck {
    record Passed() implements UsageCheck {}

    /**
     * More is used than the limit would allow.
     *
     * @param reading what is used, where it is known that the page cache alone is in the way; else null
     */
    record Refused(String error, MemoryUsage.@Nullable Reading reading) implements UsageCheck {}

    String PREFIX = MemoryUsage.SHRINK_BLOCKED;

    static UsageCheck ofPod(MemoryUsage usage, long limit) {
        var reading = usage.podOrNull();
        if (reading == null) return new Refused(PREFIX + "missing pod memory usage", null);
        if (reading.total() < limit) return new Passed();
        return new Refused(
                PREFIX + "attempting to set pod memory limit (" + limit + ") below current usage (" + reading.total()
                        + ")",
                cacheAlone(reading, limit));
    }

    static UsageCheck ofContainer(MemoryUsage usage, String container, long limit) {
        var reading = usage.containers().get(container);
        if (reading == null) {
            return new Refused(PREFIX + "missing container \"" + container + "\" memory usage", null);
        }
        if (reading.total() < limit) return new Passed();
        return new Refused(
                PREFIX + "attempting to set container \"" + container + "\" memory limit (" + limit
                        + ") below current usage (" + reading.total() + ")",
                cacheAlone(reading, limit));
    }

    private static MemoryUsage.@Nullable Reading cacheAlone(MemoryUsage.Reading reading, long limit) {
        return reading.total() - reading.reclaimable() < limit ? reading : null;
    }
}
