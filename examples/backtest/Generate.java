import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Makes a recording for {@code plimsoll backtest}: a pod of three containers that are busy at different times.
 *
 * <p>{@code java examples/backtest/Generate.java [DAYS [STEP_MINUTES [SEED]]] > usage.csv}; the file beside this one was made with
 * 7 days, steps of 5 minutes and seed 7. The same arguments always make the same file.
 *
 * <ul>
 *   <li>{@code web} serves people: busy by day, twice as much at noon, quiet at night and on Sundays.
 *   <li>{@code report} works for an hour and a half each night, and then needs most of the CPU and a lot of memory.
 *   <li>{@code cache} fills up over the day and is emptied at 4 in the morning.
 * </ul>
 */
public final class Generate {
    private static final long START = Instant.parse("2026-03-02T00:00:00Z").getEpochSecond();
    private static final long MIB = 1L << 20;

    public static void main(String[] arguments) {
        var days = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        var minutes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        var random = new SplittableRandom(arguments.length > 2 ? Long.parseLong(arguments[2]) : 7);
        var out = new StringBuilder("time,workload,pod,container,cpu,memory\n");
        for (var at = 0; at < days * 1440; at += minutes) {
            var time = Instant.ofEpochSecond(START + at * 60L);
            var hour = at % 1440 / 60.0;
            var isSunday = time.atZone(ZoneOffset.UTC).getDayOfWeek().getValue() == 7;
            row(out, time, "web", web(hour, isSunday, random), 180 + 60 * day(hour) + 10 * random.nextDouble());
            row(out, time, "report", report(hour, random), reportMemory(at / 1440, hour, random));
            row(out, time, "cache", 0.03 + 0.02 * day(hour) + 0.01 * random.nextDouble(), cache(hour, random));
            if (out.length() > 1 << 16) flush(out);
        }
        flush(out);
    }

    /** From 0 at night to 1 in the afternoon. */
    private static double day(double hour) {
        return Math.max(0, Math.sin((hour - 6) / 14 * Math.PI));
    }

    private static double web(double hour, boolean isSunday, SplittableRandom random) {
        var noon = Math.exp(-Math.pow(hour - 12.5, 2));
        var cores = 0.05 + (isSunday ? 0.3 : 1) * (0.35 * day(hour) + 0.4 * noon);
        return cores * (0.8 + 0.4 * random.nextDouble());
    }

    private static double report(double hour, SplittableRandom random) {
        return hour >= 1.5 && hour < 3 ? 0.85 + 0.25 * random.nextDouble() : 0.005 + 0.005 * random.nextDouble();
    }

    /** There is a little more to report on every day, and once a week twice as much. */
    private static double reportMemory(int day, double hour, SplittableRandom random) {
        if (hour < 1.5 || hour >= 3) return 60 + 5 * random.nextDouble();
        var week = day % 7 == 5 ? 2 : 1;
        return week * (300 + 6 * (day % 7) + 60 * (hour - 1.5)) + 20 * random.nextDouble();
    }

    private static double cache(double hour, SplittableRandom random) {
        var sinceEmptied = (hour + 20) % 24;
        return 80 + 220 * (1 - Math.exp(-sinceEmptied / 10)) + 5 * random.nextDouble();
    }

    private static void row(StringBuilder out, Instant time, String container, double cores, double mebibytes) {
        out.append(time).append(",shop,shop-0,").append(container).append(',');
        out.append(String.format(Locale.ROOT, "%.3f", cores)).append(',').append((long) (mebibytes * MIB)).append('\n');
    }

    private static void flush(StringBuilder out) {
        System.out.print(out);
        out.setLength(0);
    }
}
