package dev.plimsoll.core.estimation.policy;

/** What becomes of the recommendation for a pod as a whole. */
public enum PodMode {
    /** Applied to pods that use the pod level. */
    AUTO("Auto"),
    /** Applied to all pods, beside the containers that set values. */
    POD_AND_CONTAINERS("PodAndContainers"),
    /** Applied to all pods, in place of the values of containers. */
    POD_ONLY("PodOnly"),
    OFF("Off");

    private final String text;

    PodMode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Asked for in words, so that it holds for pods without pod-level values too. */
    public boolean isExplicit() {
        return this == POD_AND_CONTAINERS || this == POD_ONLY;
    }
}
