package dev.plimsoll.core.estimation.policy;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;

/** What {@code maxAllowed} bounds: limits follow requests in proportion, and so may exceed what people meant as the most. */
public enum MaxAllowedScope {
    REQUESTS("Requests"),
    REQUESTS_AND_LIMITS("RequestsAndLimits");

    private final String text;

    MaxAllowedScope(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** A limit within the maximum, but never below the request. */
    public long hold(Compute compute, ResourceAmounts maxAllowed, long limit, long request) {
        if (this == REQUESTS) return limit;
        return Math.max(request, Math.min(limit, compute.set(maxAllowed).orElse(limit)));
    }
}
