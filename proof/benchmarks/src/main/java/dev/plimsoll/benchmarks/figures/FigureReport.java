package dev.plimsoll.benchmarks.figures;

import java.io.PrintStream;
import java.util.Locale;

/** A comparison as a table of text. */
final class FigureReport {
    private final PrintStream out;
    private final String before;
    private final String after;

    /** @param before what the left column is called */
    FigureReport(PrintStream out, String before, String after) {
        this.out = out;
        this.before = before;
        this.after = after;
    }

    void print(FigureComparison comparison) {
        var width = comparison.rows().stream()
                .mapToInt(row -> row.name().length())
                .max()
                .orElse(0);
        out.println(line(width, "what", before, after, "", "gain", ""));
        for (var row : comparison.rows()) {
            var old = row.before();
            out.println(line(
                    width,
                    row.name(),
                    old == null ? "-" : number(old.median()),
                    number(row.after().median()),
                    row.after().unit(),
                    row.verdict() == FigureComparison.Verdict.NEW ? "" : String.format(Locale.ROOT, "%.2f", row.gain()),
                    row.verdict().toString()));
        }
        if (comparison.machine() != 1)
            out.printf(
                    Locale.ROOT,
                    "%nThe machine takes %.2f times as long for work that has nothing to do with this project; gains of times and rates have that taken out.%n",
                    comparison.machine());
        var slower = comparison.slower();
        out.println();
        out.println(
                slower.isEmpty()
                        ? comparison.rows().size() + " rows, none worse by more than the noise"
                        : comparison.rows().size() + " rows, " + slower.size() + " worse by more than the noise");
    }

    private static String line(
            int width, String what, String before, String after, String unit, String gain, String verdict) {
        return String.format(
                        Locale.ROOT,
                        "%-" + Math.max(width, 4) + "s %14s %14s %-4s %7s  %s",
                        what,
                        before,
                        after,
                        unit,
                        gain,
                        verdict)
                .stripTrailing();
    }

    private static String number(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.3g", value);
    }
}
