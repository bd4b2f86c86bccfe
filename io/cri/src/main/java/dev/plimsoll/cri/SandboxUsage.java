package dev.plimsoll.cri;

import java.util.List;

/** What a sandbox used, with its containers. */
public record SandboxUsage(
        String id, SandboxMetadata metadata, Usage usage, long processes, List<ContainerUsage> containers) {
    public SandboxUsage {
        containers = List.copyOf(containers);
    }
}
