package dev.plimsoll.cli.usage;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

/** Times as people and programs write them: RFC 3339, or seconds or milliseconds since 1970. */
final class TimeText {
    static final String EXPECTED =
            "write a time such as 2026-01-10T10:00:00Z, or seconds since 1970 such as 1768039200";

    /** A number above this is one of milliseconds: as seconds it would be in the year 5138. */
    private static final double LARGEST_SECONDS = 1e11;

    private String last = "";
    private long lastMillis;

    /** Milliseconds since 1970. The same text often comes many times in a row. */
    OptionalLong millis(String text) {
        if (!text.isEmpty() && text.equals(last)) return OptionalLong.of(lastMillis);
        var parsed = parse(text);
        if (parsed.isPresent()) {
            last = text;
            lastMillis = parsed.getAsLong();
        }
        return parsed;
    }

    private static OptionalLong parse(String text) {
        if (text.isEmpty()) return OptionalLong.empty();
        if (text.length() > 10 && text.charAt(4) == '-') {
            var quick = plain(text);
            return quick >= 0 ? OptionalLong.of(quick) : date(text);
        }
        return number(text);
    }

    /** The form that most programs write, to the second and in UTC; -1 for anything else. */
    private static long plain(String text) {
        if (text.length() != 20 || text.charAt(10) != 'T' || text.charAt(19) != 'Z') return -1;
        var year = digits(text, 0, 4);
        var month = digits(text, 5, 7);
        var day = digits(text, 8, 10);
        var hour = digits(text, 11, 13);
        var minute = digits(text, 14, 16);
        var second = digits(text, 17, 19);
        var isSeparated = text.charAt(7) == '-' && text.charAt(13) == ':' && text.charAt(16) == ':';
        // A day that not every month has is left to the one who knows them.
        if (!isSeparated || year < 1970 || month < 1 || month > 12 || day < 1 || day > 28) return -1;
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
        var days = LocalDate.of(year, month, day).toEpochDay();
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000;
    }

    private static int digits(String text, int from, int to) {
        var number = 0;
        for (var i = from; i < to; i++) {
            var digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            number = number * 10 + digit;
        }
        return number;
    }

    private static OptionalLong date(String text) {
        var withT = text.charAt(10) == ' ' ? text.substring(0, 10) + "T" + text.substring(11) : text;
        try {
            return OptionalLong.of(OffsetDateTime.parse(withT).toInstant().toEpochMilli());
        } catch (DateTimeParseException _) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong number(String text) {
        try {
            var number = Double.parseDouble(text);
            if (!(number >= 0) || number > 1e15) return OptionalLong.empty();
            return OptionalLong.of(Math.round(number > LARGEST_SECONDS ? number : number * 1000));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
