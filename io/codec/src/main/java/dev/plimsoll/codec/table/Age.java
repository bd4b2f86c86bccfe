package dev.plimsoll.codec.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Spans of time as tables show them: two units at most, fewer the longer the span. */
public final class Age {
    public static final String UNKNOWN = "<unknown>";
    private static final int DAYS_OF_YEAR = 365;

    private Age() {}

    /** The time between a timestamp of a document and now. */
    public static String since(String timestamp, Instant now) {
        return parse(timestamp).map(start -> of(Duration.between(start, now))).orElse(UNKNOWN);
    }

    static Optional<Instant> parse(String timestamp) {
        if (timestamp.isEmpty()) return Optional.empty();
        try {
            return Optional.of(OffsetDateTime.parse(timestamp).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    public static String of(Duration span) {
        // Towards zero: half a second into the future is no time at all.
        var seconds = span.isNegative() ? -span.negated().toSeconds() : span.toSeconds();
        var minutes = seconds / 60;
        var hours = minutes / 60;
        var days = hours / 24;
        if (seconds < -1) return "<invalid>";
        if (seconds < 0) return "0s";
        if (minutes < 2) return seconds + "s";
        if (minutes < 10) return pair(minutes, "m", seconds % 60, "s");
        if (hours < 3) return minutes + "m";
        if (hours < 8) return pair(hours, "h", minutes % 60, "m");
        if (hours < 48) return hours + "h";
        if (days < 8) return pair(days, "d", hours % 24, "h");
        if (days < 2 * DAYS_OF_YEAR) return days + "d";
        if (days < 8 * DAYS_OF_YEAR) return pair(days / DAYS_OF_YEAR, "y", days % DAYS_OF_YEAR, "d");
        return days / DAYS_OF_YEAR + "y";
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
