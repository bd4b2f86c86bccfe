package dev.plimsoll.benchmarks.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.benchmarks.figures.FigureFile;
import java.io.PrintStream;
import java.util.Locale;

/** What was measured, as lines while it happens and as JSON at the end. */
final class Report {
    private final PrintStream out;
    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    private final String target;

    Report(PrintStream out, String target) {
        this.out = out;
        this.target = target;
    }

    void value(String what, double value, String unit, String more) {
        var text =
                value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.2f", value);
        out.printf(Locale.ROOT, "%-10s %-34s %12s %-6s %s%n", target, what, text, unit, more);
        FigureFile.add(what, value, unit.isEmpty() ? "refused" : unit);
        var row = rows.addObject();
        row.put("target", target)
                .put("what", what)
                .put("value", value)
                .put("unit", unit)
                .put("more", more);
    }

    /** A rate, with the processor time of the server where it is known. */
    void rate(String what, ClientCrowd.Outcome outcome, long serverNanos) {
        var more = String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", outcome.p50() / 1e6, outcome.p99() / 1e6);
        if (serverNanos > 0) {
            var micros = serverNanos / 1e3 / outcome.done();
            FigureFile.add(what + ", processor time", micros, "µs");
            more += String.format(Locale.ROOT, ", %.0f µs of the server's processor time each", micros);
        }
        if (outcome.refused() > 0) more += ", " + outcome.refused() + " REFUSED";
        value(what, outcome.perSecond(), "/s", more);
    }

    ArrayNode rows() {
        return rows;
    }
}
