package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.model.ResourceAmounts;

/**
 * A container that the recommendation for its pod counts and that gets none of its own: it is off or a resource of it is not
 * controlled, it is a sidecar or an init container, or nothing was seen of it yet.
 *
 * @param target what it needs, of the resources whose use is known
 * @param requested what it counts with otherwise: what it requests
 */
public record ExcludedContainer(String containerName, ResourceAmounts target, ResourceAmounts requested) {}
