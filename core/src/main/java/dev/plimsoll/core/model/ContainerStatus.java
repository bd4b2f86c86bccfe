package dev.plimsoll.core.model;

/**
 * What a node says of one container.
 *
 * @param resources what it has now, as read back; absent from nodes that cannot resize
 * @param allocatedResources the requests that the node has admitted
 */
public record ContainerStatus(
        String name, boolean running, ResourceRequirements resources, ResourceAmounts allocatedResources) {}
