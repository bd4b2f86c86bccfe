package dev.plimsoll.core.resize.resources;

import java.util.Map;

/**
 * Bytes of a node's ephemeral storage that a pod uses.
 *
 * @param containers what each has written and logged, by name
 * @param volumes of kind {@code emptyDir}, by name; those in memory too, though they take no storage
 */
public record StorageUsage(Map<String, Long> containers, Map<String, Long> volumes) {
    public static final StorageUsage NOTHING = new StorageUsage(Map.of(), Map.of());

    public StorageUsage {
        containers = Map.copyOf(containers);
        volumes = Map.copyOf(volumes);
    }
}
