package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.text.MarkupText;
import java.util.EnumSet;
import java.util.SequencedMap;

/** The report as JUnit writes one: a test for each condition of {@code --fail-on}, which fails where the condition is met. */
public final class SimulationSuite {
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private SimulationSuite() {}

    public static String of(SimulationReport report) {
        var text = new StringBuilder(HEAD);
        suite("plimsoll simulate", report, text);
        return text.toString();
    }

    /** Several, by the names of their scenarios. */
    static String of(SequencedMap<String, SimulationReport> reports) {
        var text = new StringBuilder(HEAD).append("<testsuites>\n");
        reports.forEach((name, report) -> suite("plimsoll simulate: " + name, report, text));
        return text.append("</testsuites>\n").toString();
    }

    private static void suite(String name, SimulationReport report, StringBuilder text) {
        text.append("<testsuite name=\"")
                .append(MarkupText.escaped(name))
                .append("\" tests=\"")
                .append(report.failing().size())
                .append("\" failures=\"")
                .append(report.failed().size())
                .append("\" errors=\"0\">\n");
        for (var condition : EnumSet.allOf(SimulationReport.Condition.class)) {
            if (!report.failing().contains(condition)) continue;
            text.append("  <testcase classname=\"simulate\" name=\"")
                    .append(condition.name())
                    .append('"');
            var evidence = report.evidence(condition);
            if (evidence.isEmpty()) {
                text.append("/>\n");
                continue;
            }
            text.append(">\n    <failure type=\"")
                    .append(condition.name())
                    .append("\" message=\"")
                    .append(MarkupText.escaped(condition.text()))
                    .append(": ")
                    .append(evidence.size())
                    .append("\">");
            for (var line : evidence) text.append(MarkupText.escaped(line)).append('\n');
            text.append("</failure>\n  </testcase>\n");
        }
        text.append("  <system-out>")
                .append(MarkupText.escaped(report.summary()))
                .append('\n');
        for (var doubt : report.result().doubts())
            text.append(MarkupText.escaped(doubt.id() + ": " + doubt.text())).append('\n');
        text.append("</system-out>\n</testsuite>\n");
    }
}
