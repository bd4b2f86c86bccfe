package dev.plimsoll.cli.explain;

import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.core.model.Pod;

/** A pod to be explained, with the place that it was read from. */
public record Subject(EmbeddedPod source, Pod pod) {
    public String name() {
        return source.displayName();
    }

    /** {@code FILE:LINE:COLUMN} of a field of the pod. */
    String place(String field) {
        return source.manifest().source() + ":" + source.positionOf(field);
    }
}
