package dev.plimsoll.codec.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/**
 * Times as documents have them. Nearly all are {@code 2026-11-18T04:05:06Z}, written by Kubernetes or by this project: such a text is read without
 * Java's formatter, which takes longer than reading the rest of a status.
 */
public final class Rfc3339 {
    private static final int LENGTH = "2026-11-18T04:05:06Z".length();
    /** Every month has so many days; which have more is left to the formatter. */
    private static final int DAYS_OF_ALL_MONTHS = 28;

    /** Thousands of times are written in a second. */
    private static volatile Second lastWritten = new Second(0, Instant.EPOCH.toString());

    private record Second(long second, String text) {}

    private Rfc3339() {}

    /** A time as objects carry it: whole seconds, UTC. */
    public static String text(Instant time) {
        var second = time.getEpochSecond();
        var last = lastWritten;
        if (last.second() != second) {
            last = new Second(second, Instant.ofEpochSecond(second).toString());
            lastWritten = last;
        }
        return last.text();
    }

    /** The moment; a text that is none throws {@link DateTimeException}. */
    public static Instant instant(String text) {
        if (!isPlain(text)) return Instant.parse(text);
        var day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        var second = (number(text, 11, 13) * 60 + number(text, 14, 16)) * 60 + number(text, 17, 19);
        return Instant.ofEpochSecond(day.toEpochDay() * 86_400 + second);
    }

    /** Throws {@link DateTimeException} if the text is no time with an offset. */
    public static void check(String text) {
        if (!isPlain(text)) OffsetDateTime.parse(text);
    }

    /** Whether it is a valid time in whole seconds of UTC, on a day that every month has. */
    private static boolean isPlain(String text) {
        if (text.length() != LENGTH) return false;
        for (var i = 0; i < LENGTH; i++) {
            var c = text.charAt(i);
            var fits = switch (i) {
                case 4, 7 -> c == '-';
                case 10 -> c == 'T';
                case 13, 16 -> c == ':';
                case 19 -> c == 'Z';
                default -> c >= '0' && c <= '9';
            };
            if (!fits) return false;
        }
        var month = number(text, 5, 7);
        var day = number(text, 8, 10);
        return month >= 1
                && month <= 12
                && day >= 1
                && day <= DAYS_OF_ALL_MONTHS
                && number(text, 11, 13) < 24
                && number(text, 14, 16) < 60
                && number(text, 17, 19) < 60;
    }

    private static int number(String text, int from, int to) {
        var number = 0;
        for (var i = from; i < to; i++) number = number * 10 + text.charAt(i) - '0';
        return number;
    }
}
