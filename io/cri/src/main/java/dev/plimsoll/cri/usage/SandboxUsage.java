package dev.plimsoll.cri.usage;

import dev.plimsoll.cri.config.SandboxMetadata;
import java.util.List;

/** What a sandbox used, with its containers. */
public record SandboxUsage(
        String id,
        SandboxMetadata metadata,
        ResourceUsage usage,
        long processes,
        List<ContainerResourceUsage> containers) {
    public SandboxUsage {
        containers = List.copyOf(containers);
    }
}
