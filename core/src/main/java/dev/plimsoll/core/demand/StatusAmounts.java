package dev.plimsoll.core.demand;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import org.jspecify.annotations.Nullable;

/**
 * What a container has according to its status. Where the status is silent the spec stands in, unless the spec is known to
 * be infeasible: then the container counts as having nothing.
 */
final class StatusAmounts {
    private final PodStatus status;
    private final boolean infeasible;

    StatusAmounts(PodStatus status, boolean infeasible) {
        this.status = status;
        this.infeasible = infeasible;
    }

    /** Requests that the node has admitted. */
    ContainerAmounts allocatedRequests() {
        return container -> {
            var own = find(container);
            if (own != null && own.allocatedResources().isDeclared()) return own.allocatedResources();
            return fallback(container.resources().requests());
        };
    }

    /** Requests that are in force. */
    ContainerAmounts actualRequests() {
        return container -> {
            var own = find(container);
            if (own != null && own.resources().requests().isDeclared())
                return own.resources().requests();
            if (own != null && own.allocatedResources().isDeclared()) return own.allocatedResources();
            return fallback(container.resources().requests());
        };
    }

    /** Limits that are in force. */
    ContainerAmounts actualLimits() {
        return container -> {
            var own = find(container);
            if (own != null && own.resources().isDeclared())
                return own.resources().limits();
            return fallback(container.resources().limits());
        };
    }

    private @Nullable ContainerStatus find(Container container) {
        return status.container(container.name()).orElse(null);
    }

    private ResourceAmounts fallback(ResourceAmounts spec) {
        return infeasible ? ResourceAmounts.ABSENT : spec;
    }
}
