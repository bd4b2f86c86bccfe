package dev.plimsoll.cli.explain.items;

import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.core.model.Pod;

/**
 * A pod to be explained, with the place that it was read from.
 *
 * @param isLive whether it comes from a cluster, where it has no place in a file
 */
public record Subject(EmbeddedPod source, Pod pod, boolean isLive) {
    public String name() {
        return source.displayName();
    }

    /** {@code FILE:LINE:COLUMN} of a field of the pod. */
    public String place(String field) {
        return isLive ? "" : source.manifest().source() + ":" + source.positionOf(field);
    }

    /** The same of a field of the object that holds the pod. */
    String placeInObject(String field) {
        return isLive
                ? ""
                : source.manifest().source() + ":"
                        + source.manifest().positions().of(field);
    }

    /** Whether it is what a pod will be made from, rather than a pod. */
    public boolean isTemplate() {
        return source.origin() == EmbeddedPod.Origin.TEMPLATE;
    }
}
