package dev.plimsoll.core.topology.claims;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import java.util.List;

/**
 * How many CPUs a pod needs for itself alone on every node that pins CPUs, whatever the node's gates and options are. Of a pod with
 * pod-level resources nothing can be said without the gates.
 *
 * @param pod the most that it has at once
 * @param containers of each of them, init containers too
 */
public record PinnedNeed(long pod, List<Integer> containers) {
    private static final PodClaims CLAIMS = new PodClaims(FeatureGates.DEFAULT);

    public PinnedNeed {
        containers = List.copyOf(containers);
    }

    public static PinnedNeed of(Pod given) {
        var claim = CLAIMS.of(given);
        if (given.spec().hasPodLevelResources()) return new PinnedNeed(0, List.of());
        return new PinnedNeed(
                claim.cpus(),
                claim.containers().stream().map(ContainerClaim::exclusiveCpus).toList());
    }

    /** The most CPUs that must come from one NUMA node where everything must. */
    public long largestPiece(TopologyManagerScope scope) {
        return switch (scope) {
            case POD -> pod;
            case CONTAINER ->
                containers.stream().mapToLong(Integer::longValue).max().orElse(0);
        };
    }
}
