package dev.plimsoll.core.estimation.policy;

/** How the use of a pod as a whole is found. */
public enum EstimatorKind {
    /** As the sum of what its containers need, each by itself. Containers rarely peak together, so that it is on the safe side. */
    SUM("Sum"),
    /** From what its containers used together at one time. Peaks that do not coincide are not counted twice. */
    WHOLE("Whole");

    private final String text;

    EstimatorKind(String text) {
        this.text = text;
    }

    /** As objects have it. */
    public String text() {
        return text;
    }
}
