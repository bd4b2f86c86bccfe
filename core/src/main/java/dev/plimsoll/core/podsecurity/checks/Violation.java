package dev.plimsoll.core.podsecurity.checks;

/** What a check has against a pod; the detail names who set what. */
public record Violation(String reason, String detail) {
    @Override
    public String toString() {
        return detail.isEmpty() ? reason : reason + " (" + detail + ")";
    }
}
