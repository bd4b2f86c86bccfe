package dev.plimsoll.cli.console;

import dev.plimsoll.core.schedule.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as Go programs take them, {@code 1h30m}, and days and weeks as Prometheus does. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        return GoDuration.parseWithDays(text)
                .orElseThrow(() ->
                        new TypeConversionException("'" + text + "' is not a duration, such as 90s, 5m or 1h30m"));
    }
}
