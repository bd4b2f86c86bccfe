package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.PodSpec;

/** What the node has promised; checkpointed before anything is done about it. */
public record Allocated(PodResources resources) {
    /** The pod as it is run: its spec with what was promised in place of what is asked for. */
    public PodSpec over(PodSpec spec) {
        return resources.over(spec);
    }
}
