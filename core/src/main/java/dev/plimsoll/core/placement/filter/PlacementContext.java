package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.volumes.VolumeTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What filters are prepared with, beside the pod and the nodes.
 *
 * @param namespaces labels of all namespaces
 * @param alignsNuma whether what nodes say of their NUMA nodes counts
 * @param volumesOrNull claims and volumes; null where nothing is known of them, and then claims do not count
 */
public record PlacementContext(
        Profile profile,
        Map<String, Map<String, String>> namespaces,
        boolean alignsNuma,
        @Nullable VolumeTable volumesOrNull) {
    /** Without volumes. */
    public PlacementContext(Profile profile, Map<String, Map<String, String>> namespaces, boolean alignsNuma) {
        this(profile, namespaces, alignsNuma, null);
    }
}
