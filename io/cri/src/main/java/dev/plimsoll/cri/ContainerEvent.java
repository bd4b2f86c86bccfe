package dev.plimsoll.cri;

import java.time.Instant;
import java.util.List;

/**
 * Something happened to a container, with the state of its pod after it.
 *
 * @param containerId the sandbox's own id where the event is about the sandbox
 */
public record ContainerEvent(
        String containerId, Type type, Instant at, SandboxStatus sandbox, List<ContainerStatus> containers) {
    public ContainerEvent {
        containers = List.copyOf(containers);
    }

    public enum Type {
        CREATED,
        STARTED,
        STOPPED,
        DELETED
    }
}
