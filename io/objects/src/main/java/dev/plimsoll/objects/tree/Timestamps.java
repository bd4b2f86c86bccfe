package dev.plimsoll.objects.tree;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times as documents have them. */
public final class Timestamps {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private Timestamps() {}

    /** Empty where the text is no time. */
    public static Optional<Instant> parse(String text) {
        if (text.isEmpty()) return Optional.empty();
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** To the microsecond, as leases and events have them. */
    public static String micros(Instant time) {
        return MICROS.format(time);
    }

    /** In whole seconds, as the API writes them. */
    public static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
