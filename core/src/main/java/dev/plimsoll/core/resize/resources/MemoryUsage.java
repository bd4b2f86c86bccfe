package dev.plimsoll.core.resize.resources;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a pod uses, in bytes.
 *
 * @param podOrNull null where it could not be read
 * @param containers those that could be read
 */
public record MemoryUsage(@Nullable Reading podOrNull, Map<String, Reading> containers) {
    /** How the error of a shrink begins that has to wait until less is used. */
    public static final String SHRINK_BLOCKED = "cannot decrease memory limits: ";

    public MemoryUsage {
        containers = Map.copyOf(containers);
    }

    /** Whether it is the error of a resize that waits until less is used. */
    public static boolean blocksShrink(String error) {
        return error.contains(SHRINK_BLOCKED);
    }

    /**
     * One cgroup.
     *
     * @param total all that is charged
     * @param reclaimable the part that the kernel can give up without harm: clean page cache
     */
    public record Reading(long total, long reclaimable) {
        public static Reading of(long total) {
            return new Reading(total, 0);
        }
    }
}
