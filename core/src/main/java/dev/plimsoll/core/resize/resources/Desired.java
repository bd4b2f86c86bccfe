package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.Pod;

/** What the spec asks for. */
public record Desired(PodResources resources) {
    public static Desired of(Pod pod) {
        return new Desired(PodResources.of(pod.spec()));
    }

    public boolean matches(Allocated allocated) {
        return resources.isSameAs(allocated.resources());
    }

    /** As the node has just granted it. */
    public Allocated granted() {
        return new Allocated(resources);
    }
}
