package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Profile;
import java.util.Map;

/**
 * What filters are prepared with, beside the pod and the nodes.
 *
 * @param namespaces labels of all namespaces
 * @param alignsNuma whether what nodes say of their NUMA nodes counts
 */
public record PlacementContext(Profile profile, Map<String, Map<String, String>> namespaces, boolean alignsNuma) {}
