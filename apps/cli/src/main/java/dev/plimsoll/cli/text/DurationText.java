package dev.plimsoll.cli.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lengths of time as flags have them: {@code 30s}, {@code 1m}, {@code 8d}, {@code 1h30m}. */
public final class DurationText {
    private static final Pattern PARTS = Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");
    private static final int MOST_DIGITS = 9;

    private DurationText() {}

    public static Optional<Duration> parse(String text) {
        var parts = PARTS.matcher(text);
        if (text.isEmpty() || text.length() > 4 * MOST_DIGITS || !parts.matches()) return Optional.empty();
        var duration = Duration.ZERO;
        for (var i = 1; i <= 4; i++) {
            var digits = parts.group(i);
            if (digits == null) continue;
            if (digits.length() > MOST_DIGITS) return Optional.empty();
            var number = Long.parseLong(digits);
            duration = duration.plus(
                    switch (i) {
                        case 1 -> Duration.ofDays(number);
                        case 2 -> Duration.ofHours(number);
                        case 3 -> Duration.ofMinutes(number);
                        default -> Duration.ofSeconds(number);
                    });
        }
        return duration.isZero() ? Optional.empty() : Optional.of(duration);
    }

    /** The two largest parts. */
    public static String of(Duration duration) {
        var days = duration.toDays();
        if (days > 0) return joined(days, "d", duration.toHoursPart(), "h");
        if (duration.toHours() > 0) return joined(duration.toHours(), "h", duration.toMinutesPart(), "m");
        if (duration.toMinutes() > 0) return joined(duration.toMinutes(), "m", duration.toSecondsPart(), "s");
        return duration.toSeconds() + "s";
    }

    private static String joined(long large, String largeUnit, int small, String smallUnit) {
        return large + largeUnit + (small == 0 ? "" : small + smallUnit);
    }
}
