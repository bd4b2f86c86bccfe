package dev.plimsoll.controllers.objects;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times as documents have them. */
public final class Times {
    private Times() {}

    public static Optional<Instant> parse(String text) {
        if (text.isEmpty() || text.equals("null")) return Optional.empty();
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** In whole seconds, as the API writes them. */
    public static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The nearer of two times to look again; zero means never. */
    public static Duration sooner(Duration one, Duration other) {
        if (one.isZero()) return other;
        if (other.isZero()) return one;
        return one.compareTo(other) < 0 ? one : other;
    }
}
