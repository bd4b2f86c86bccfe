package dev.plimsoll.cri.usage;

/**
 * What a container used.
 *
 * @param writtenBytes of its own file system, beside its image; {@link ResourceUsage#UNKNOWN} where the runtime does not tell
 */
public record ContainerResourceUsage(String id, String name, ResourceUsage usage, long writtenBytes) {}
