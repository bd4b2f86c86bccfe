package dev.plimsoll.core.workloads;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How a pod failed: the containers that ended with an error, init containers first, and its conditions with their status. Kept of failed
 * pods only.
 *
 * @param reason such as {@code OutOfmemory}; empty where nobody gave one
 * @param isRefusal whether its node did not admit it, so that nothing of it ever ran
 * @param at when the node took notice of it, as far as that is known
 */
public record PodFailure(
        List<Exit> exits, Map<String, String> conditions, String reason, boolean isRefusal, Instant at) {
    public static final PodFailure NONE = new PodFailure(List.of(), Map.of(), "", false, Instant.EPOCH);

    /** A container that ended with a code other than 0. */
    public record Exit(String container, int code) {}

    public PodFailure {
        exits = List.copyOf(exits);
        conditions = Map.copyOf(conditions);
    }

    /**
     * The failure of a pod. A node that refuses a pod gives a reason and reports no container; who ends a pod that is lost or evicted
     * adds condition DisruptionTarget.
     *
     * @param hasContainerStatuses whether its node reported any container
     */
    public static PodFailure of(
            List<Exit> exits, Map<String, String> conditions, String reason, boolean hasContainerStatuses, Instant at) {
        var isRefusal = !reason.isEmpty()
                && !hasContainerStatuses
                && !conditions.getOrDefault("DisruptionTarget", "").equals("True");
        return new PodFailure(exits, conditions, reason, isRefusal, at);
    }
}
