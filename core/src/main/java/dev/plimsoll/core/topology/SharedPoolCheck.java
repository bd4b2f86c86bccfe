package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Whether exclusive containers leave something of a pod's resources to those that share (KEP-5526, rejected configurations).
 *
 * <p>An empty share would let a container run anywhere on the node, so such a pod is refused: (1) an init container that
 * shares, where the sidecars before it use up everything; (2) a sidecar or regular container that shares, where all
 * exclusive ones together do.
 */
record SharedPoolCheck(PodClaim pod) {
    Optional<TopologyRefusal> cpus() {
        return check(
                pod.cpus(),
                container -> container.hasExclusiveCpus(),
                ContainerClaim::exclusiveCpus,
                "pod rejected, pod has shared init containers but no cpus available for them",
                "pod rejected, sum of exclusive container cpu requests equals pod budget, leaving no cpus for shared containers");
    }

    /** Resource by resource in the order of their names. */
    Optional<TopologyRefusal> memory() {
        for (var entry : pod.memory().entrySet()) {
            var refusal = memory(entry.getKey(), entry.getValue());
            if (refusal.isPresent()) return refusal;
        }
        return Optional.empty();
    }

    private Optional<TopologyRefusal> memory(ResourceName resource, long budget) {
        return check(
                budget,
                container -> !container.memory().isEmpty(),
                container -> container.memory().getOrDefault(resource, 0L),
                "pod rejected, pod has shared init containers but no " + resource + " available for them",
                "pod rejected, sum of exclusive container " + resource
                        + " requests equals pod budget, leaving no memory for shared containers");
    }

    private Optional<TopologyRefusal> check(
            long budget,
            Predicate<ContainerClaim> isExclusive,
            ToLongFunction<ContainerClaim> amount,
            String nothingForInit,
            String nothingForOthers) {
        var used = 0L;
        var someShare = false;
        for (var container : pod.containers()) {
            var exclusive = isExclusive.test(container);
            switch (container.kind()) {
                case INIT -> {
                    if (!exclusive && used >= budget)
                        return Optional.of(TopologyRefusal.emptySharedPool(nothingForInit));
                }
                case SIDECAR, REGULAR -> {
                    someShare |= !exclusive;
                    used += amount.applyAsLong(container);
                }
            }
        }
        return someShare && used >= budget
                ? Optional.of(TopologyRefusal.emptySharedPool(nothingForOthers))
                : Optional.empty();
    }
}
