package dev.plimsoll.core.model;

/**
 * What a node says of one container.
 *
 * @param containerId of the instance that it speaks of; empty where there is none
 * @param resources what it has now, as read back; absent from nodes that cannot resize
 * @param allocatedResources the requests that the node has admitted
 */
public record ContainerStatus(
        String name,
        boolean running,
        ResourceRequirements resources,
        ResourceAmounts allocatedResources,
        String containerId,
        boolean started,
        boolean ready) {
    /** One of which only the resources matter. */
    public ContainerStatus(
            String name, boolean running, ResourceRequirements resources, ResourceAmounts allocatedResources) {
        this(name, running, resources, allocatedResources, "", false, false);
    }
}
