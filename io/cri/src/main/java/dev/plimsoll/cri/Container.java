package dev.plimsoll.cri;

import java.time.Instant;
import java.util.Map;

/** A container as a list shows it. */
public record Container(
        String id,
        String sandboxId,
        String name,
        int attempt,
        String image,
        String imageRef,
        ContainerState state,
        Instant createdAt,
        Map<String, String> labels,
        Map<String, String> annotations) {
    public Container {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
