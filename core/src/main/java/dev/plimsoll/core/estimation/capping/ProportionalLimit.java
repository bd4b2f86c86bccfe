package dev.plimsoll.core.estimation.capping;

import java.util.OptionalLong;

/** A limit that stands to the new request as the old limit stood to the old request. */
public final class ProportionalLimit {
    /** Noted where the limit would not fit 64 bits. */
    public static final String CAPPED_TO_INT64 = "failed to keep limit to request ratio; capping limit to int64";

    private ProportionalLimit() {}

    /** The values before, in the unit of their resource; zero counts as not set. */
    public record Before(OptionalLong request, OptionalLong limit) {}

    /** The new limit; empty where there was none, or where nothing is recommended. */
    public static OptionalLong of(Before before, long newRequest) {
        if (before.limit().isEmpty() || newRequest == 0) return OptionalLong.empty();
        var limit = before.limit().getAsLong();
        var request = before.request().orElse(limit);
        return OptionalLong.of(request == limit ? newRequest : Ratio.floor(limit, newRequest, request));
    }
}
