package dev.plimsoll.core.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** The times at which a job is to begin. */
public sealed interface Schedule {
    /** The first time after this one; empty if there is none within five years. */
    Optional<Instant> after(Instant time);

    /** A schedule, or why the text is none. */
    sealed interface Parsed {
        record Known(Schedule schedule) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    Map<String, String> NAMED = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    /** Reads five fields, a name such as {@code @daily}, or {@code @every 90m}. */
    static Parsed parse(String text, ZoneId zone) {
        var words = text.strip();
        if (words.startsWith("@every "))
            return every(words.substring("@every ".length()).strip());
        if (words.startsWith("@") && !NAMED.containsKey(words))
            return new Parsed.Malformed("unrecognized descriptor: " + words);
        var fields = NAMED.getOrDefault(words, words).split("\\s+", -1);
        if (fields.length != CronField.values().length)
            return new Parsed.Malformed("expected exactly 5 fields, found " + (words.isEmpty() ? 0 : fields.length)
                    + ": [" + String.join(" ", fields) + "]");
        var read = new ArrayList<CronField.Read.Values>();
        for (var field : CronField.values()) {
            switch (field.read(fields[read.size()])) {
                case CronField.Read.Values values -> read.add(values);
                case CronField.Read.Wrong(var why) -> {
                    return new Parsed.Malformed(why);
                }
            }
        }
        return new Parsed.Known(new Calendar(read.get(0), read.get(1), read.get(2), read.get(3), read.get(4), zone));
    }

    private static Parsed every(String text) {
        return GoDuration.parse(text)
                .<Parsed>map(period -> new Parsed.Known(new Every(
                        period.compareTo(Duration.ofSeconds(1)) < 0
                                ? Duration.ofSeconds(1)
                                : period.truncatedTo(ChronoUnit.SECONDS))))
                .orElseGet(() -> new Parsed.Malformed("failed to parse duration @every " + text));
    }

    /** Again and again after so long. */
    record Every(Duration period) implements Schedule {
        @Override
        public Optional<Instant> after(Instant time) {
            return Optional.of(time.truncatedTo(ChronoUnit.SECONDS).plus(period));
        }
    }

    /** By the clock and the calendar of a place. */
    record Calendar(
            CronField.Read.Values minutes,
            CronField.Read.Values hours,
            CronField.Read.Values days,
            CronField.Read.Values months,
            CronField.Read.Values weekdays,
            ZoneId zone)
            implements Schedule {
        private static final int YEARS = 5;

        @Override
        public Optional<Instant> after(Instant time) {
            var next = time.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
            var end = next.getYear() + YEARS;
            while (next.getYear() <= end) {
                var later = advanced(next);
                if (later.equals(next)) return Optional.of(next.toInstant());
                next = later;
            }
            return Optional.empty();
        }

        /** The beginning of the next month, day, hour or minute where this one is not in the schedule; the same where it is. */
        private ZonedDateTime advanced(ZonedDateTime time) {
            if (!months.has(time.getMonthValue()))
                return time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
            if (!isDay(time)) return time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            if (!hours.has(time.getHour()))
                return time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            return minutes.has(time.getMinute()) ? time : time.plusMinutes(1);
        }

        /** Where both kinds of days are named one of them is enough. */
        private boolean isDay(ZonedDateTime time) {
            var isOfMonth = days.has(time.getDayOfMonth());
            var isOfWeek = weekdays.has(time.getDayOfWeek().getValue() % 7);
            return (days.isAny() || weekdays.isAny()) ? isOfMonth && isOfWeek : isOfMonth || isOfWeek;
        }
    }
}
