package dev.plimsoll.core.estimation.policy;

/** Whether limits follow the requests. */
public enum ControlledValues {
    REQUESTS_AND_LIMITS("RequestsAndLimits"),
    REQUESTS_ONLY("RequestsOnly");

    private final String text;

    ControlledValues(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
