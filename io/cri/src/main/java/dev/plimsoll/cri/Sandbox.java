package dev.plimsoll.cri;

import dev.plimsoll.cri.config.SandboxMetadata;
import java.time.Instant;
import java.util.Map;

/** A sandbox as a list shows it. */
public record Sandbox(
        String id,
        SandboxMetadata metadata,
        boolean ready,
        Instant createdAt,
        Map<String, String> labels,
        Map<String, String> annotations,
        String runtimeHandler) {
    public Sandbox {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
