package dev.plimsoll.cli.autoscaler;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as Go programs take them, {@code 1h30m}, and days and weeks as Prometheus does. */
public final class GoDuration implements ITypeConverter<Duration> {
    private static final Pattern WHOLE = Pattern.compile("(?:\\d+(?:\\.\\d+)?(?:ns|us|ms|s|m|h|d|w))+|0");
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h|d|w)");

    @Override
    public Duration convert(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration, such as 90s, 5m or 1h30m");
        }
        var nanos = 0.0;
        var matcher = PART.matcher(text);
        while (matcher.find()) nanos += Double.parseDouble(matcher.group(1)) * unit(matcher.group(2));
        return Duration.ofNanos((long) nanos);
    }

    private static double unit(String name) {
        return switch (name) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            case "d" -> 24 * 3600e9;
            default -> 7 * 24 * 3600e9;
        };
    }
}
