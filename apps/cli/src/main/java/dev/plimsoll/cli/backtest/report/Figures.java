package dev.plimsoll.cli.backtest.report;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.replay.LevelOutcome;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import java.time.Duration;
import java.util.Locale;

/** Numbers of a replay as people read them: averages over the time that was recorded. */
public final class Figures {
    private static final double GIB = 1L << 30;
    private static final double HOUR_MILLIS = 3_600_000;

    private final double hours;

    public Figures(WorkloadOutcome outcome) {
        var millis = Duration.between(outcome.from(), outcome.to()).toMillis();
        this.hours = Math.max(millis, 1) / HOUR_MILLIS;
    }

    /** Cores or GiB, on average over the recorded time. */
    double average(Compute compute, double unitHours) {
        return unitHours / hours / (compute == Compute.CPU ? 1 : GIB);
    }

    public String text(Compute compute, double unitHours) {
        return number(average(compute, unitHours));
    }

    /** Three digits that count. */
    static String number(double value) {
        if (value == 0) return "0";
        if (value < 0.0005) return "<0.001";
        var decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    public static String percent(double part) {
        if (part == 0) return "0 %";
        if (part < 0.0005) return "<0.1 %";
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", part * 100);
    }

    public static double throttledPart(LevelOutcome outcome) {
        return part((double) outcome.throttledFor().toMillis(), (double)
                outcome.podTime().toMillis());
    }

    public static double part(double of, double whole) {
        return whole == 0 ? 0 : of / whole;
    }

    public static String title(ReplayLevel level) {
        return switch (level) {
            case UNCHANGED -> "as it is";
            case CONTAINERS -> "container level";
            case POD -> "pod level";
            case WHOLE -> "pod level, whole";
        };
    }
}
