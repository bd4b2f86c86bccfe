package dev.plimsoll.cli.backtest.chart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The axis of time: marks at round times, in UTC. */
record TimeAxis(Instant from, Instant to, List<Mark> marks) {
    private static final int MOST_MARKS = 7;
    private static final long[] MINUTES = {1, 5, 10, 30, 60, 120, 180, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440};
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("MMM d", Locale.ENGLISH);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM yyyy", Locale.ENGLISH);

    record Mark(Instant time, String label) {}

    static TimeAxis of(Instant from, Instant to) {
        var minutes = Math.max(1, ChronoUnit.MINUTES.between(from, to));
        for (var step : MINUTES) {
            if (minutes / step <= MOST_MARKS) return even(from, to, step);
        }
        return months(from, to, (int) Math.ceilDiv(minutes, 30L * 1440 * MOST_MARKS));
    }

    private static TimeAxis even(Instant from, Instant to, long minutes) {
        var marks = new ArrayList<Mark>();
        var step = minutes * 60;
        var first = Math.ceilDiv(from.getEpochSecond(), step) * step;
        for (var at = first; at <= to.getEpochSecond(); at += step) {
            var time = Instant.ofEpochSecond(at);
            var local = time.atZone(ZoneOffset.UTC);
            var isDay = minutes >= 1440 || (local.getHour() == 0 && local.getMinute() == 0);
            marks.add(new Mark(time, (isDay ? DAY : CLOCK).format(local)));
        }
        return new TimeAxis(from, to, marks);
    }

    private static TimeAxis months(Instant from, Instant to, int months) {
        var marks = new ArrayList<Mark>();
        var month = from.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
        if (month.toInstant().isBefore(from)) month = month.plusMonths(1);
        for (ZonedDateTime at = month; !at.toInstant().isAfter(to); at = at.plusMonths(months)) {
            marks.add(new Mark(at.toInstant(), MONTH.format(at)));
        }
        return new TimeAxis(from, to, marks);
    }

    /** Where between beginning and end a time is. */
    double part(Instant time) {
        var whole = Math.max(1, to.toEpochMilli() - from.toEpochMilli());
        return (double) (time.toEpochMilli() - from.toEpochMilli()) / whole;
    }
}
