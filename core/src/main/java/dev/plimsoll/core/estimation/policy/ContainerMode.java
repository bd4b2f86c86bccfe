package dev.plimsoll.core.estimation.policy;

/** What becomes of a container's recommendation. */
public enum ContainerMode {
    AUTO("Auto"),
    OFF("Off"),
    /** Computed and counted in the pod's sum, never applied to the container. */
    RECOMMENDATION_ONLY("RecommendationOnly");

    private final String text;

    ContainerMode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
