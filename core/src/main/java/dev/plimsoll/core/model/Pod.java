package dev.plimsoll.core.model;

/** A pod: what is asked for, and what its node says of it. */
public record Pod(ObjectMeta metadata, PodSpec spec, PodStatus status) {
    /** Marks the copy of a static pod in the API. */
    public static final String MIRROR_ANNOTATION = "kubernetes.io/config.mirror";

    /** A pod that was just written and has no status, for code that makes pods rather than reads them. */
    public static Pod of(String name, PodSpec spec) {
        return new Pod(ObjectMeta.named(name), spec, PodStatus.NONE);
    }

    /**
     * Whether the node can never grant the resize that the spec asks for. What it said of an older spec is no answer to this one; a node
     * that does not say what it has seen is believed.
     */
    public boolean resizeIsInfeasible() {
        return status.resizeIsInfeasible() && status.isAbout(metadata.generation());
    }

    public Pod withSpec(PodSpec changed) {
        return new Pod(metadata, changed, status);
    }

    public Pod withMetadata(ObjectMeta changed) {
        return new Pod(changed, spec, status);
    }

    public Pod withStatus(PodStatus changed) {
        return new Pod(metadata, spec, changed);
    }
}
