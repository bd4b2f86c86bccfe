package dev.plimsoll.cli.prometheus;

import dev.plimsoll.cli.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time that is read from Prometheus, with one sample for each step. */
public record HistoryRange(Instant from, Instant to, Duration resolution) {
    /** Prometheus refuses to answer with more points of one series. */
    private static final int MOST_POINTS = 11_000;

    /** What was written in the options. */
    public sealed interface Parsed {
        record Ok(HistoryRange range) implements Parsed {}

        record Wrong(String problem) implements Parsed {}
    }

    /**
     * The last stretch of time of a length.
     *
     * @param length as in {@code --history-length}
     * @param resolution as in {@code --history-resolution}
     */
    public static Parsed parse(String length, String resolution, Instant now) {
        var ago = DurationText.parse(length);
        if (ago.isEmpty())
            return new Parsed.Wrong("--history-length " + length + ": write a length of time, such as 8d");
        var step = DurationText.parse(resolution);
        if (step.isEmpty())
            return new Parsed.Wrong("--history-resolution " + resolution + ": write a length of time, such as 1h");
        var to = now.truncatedTo(ChronoUnit.MINUTES);
        return new Parsed.Ok(new HistoryRange(to.minus(ago.get()), to, step.get()));
    }

    /** Whether it has more points than Prometheus answers with in one go. */
    public boolean isTooFine() {
        return Duration.between(from, to).dividedBy(resolution) >= MOST_POINTS;
    }
}
