package dev.plimsoll.core.schedule;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as Go programs write and read them, {@code 1h30m}. */
public final class GoDuration {
    private static final Map<String, Double> UNITS = Map.of(
            "ns",
            1.0,
            "us",
            1e3,
            "µs",
            1e3,
            "ms",
            1e6,
            "s",
            1e9,
            "m",
            60e9,
            "h",
            3600e9,
            "d",
            24 * 3600e9,
            "w",
            7 * 24 * 3600e9);
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|µs|ms|s|m|h|d|w)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART + ")+|0");
    private static final Pattern DAYS = Pattern.compile("[dw]");

    private GoDuration() {}

    public static Optional<Duration> parse(String text) {
        return DAYS.matcher(text).find() ? Optional.empty() : parseWithDays(text);
    }

    /** With days and weeks, which Prometheus knows and Go does not. */
    public static Optional<Duration> parseWithDays(String text) {
        if (!WHOLE.matcher(text).matches()) return Optional.empty();
        var nanos = PART.matcher(text)
                .results()
                .mapToDouble(part -> Double.parseDouble(part.group(1)) * UNITS.getOrDefault(part.group(2), 0.0))
                .sum();
        return Optional.of(Duration.ofNanos((long) nanos));
    }
}
