package dev.plimsoll.core.workloads;

import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Map;

/**
 * The resources that a pod asks for, part by part, and the state of its last resize.
 *
 * @param parts by {@code containers/NAME}, {@code initContainers/NAME}, or empty for the pod itself
 * @param pendingReason why a resize waits: {@code Deferred} or {@code Infeasible}; empty if none does
 * @param isObserved whether the node has seen the newest spec
 */
public record PodResourceRequests(
        Map<String, ResourceRequirements> parts, String pendingReason, boolean isInProgress, boolean isObserved) {
    public static final PodResourceRequests NONE = new PodResourceRequests(Map.of(), "", false, true);

    public PodResourceRequests {
        parts = Map.copyOf(parts);
    }
}
