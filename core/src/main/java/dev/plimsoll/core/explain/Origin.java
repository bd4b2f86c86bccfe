package dev.plimsoll.core.explain;

/** The rule that gave a pod's total for one resource. */
public enum Origin {
    POD_LEVEL("the pod level decides"),
    RUNNING("all containers and sidecars together"),
    STARTUP("the init container that needs most, beside the sidecars started before it"),
    OVERHEAD("only the runtime's overhead");

    private final String sentence;

    Origin(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
