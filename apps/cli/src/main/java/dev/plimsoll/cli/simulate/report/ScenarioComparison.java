package dev.plimsoll.cli.simulate.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * Several simulations of one snapshot, side by side.
 *
 * @param reports by the names of the scenarios, in the order of the file
 */
public record ScenarioComparison(SequencedMap<String, SimulationReport> reports) {
    private static final List<String> NAMES = List.of(
            "Scenario", "Answer", "Pods", "Nodes", "Needed", "CPU requested", "Memory requested", "Largest pod");

    /** Whether all scenarios are. */
    public boolean isGood() {
        return reports.values().stream().allMatch(SimulationReport::isGood);
    }

    private static List<String> cells(String name, SimulationReport report) {
        var capacity = report.after();
        var rows = CapacityRow.of(report.before(), capacity);
        var levels = report.result().consolidations();
        var needed = levels.isEmpty()
                ? "-"
                : String.join(
                        " / ",
                        levels.stream()
                                .map(level -> "" + level.outcome().needed())
                                .toList());
        var failed = report.failed();
        return List.of(
                name,
                failed.isEmpty()
                        ? "fits"
                        : String.join(", ", failed.stream().map(Enum::name).toList()),
                report.summary().replace("Pods: ", "").replace(".", ""),
                "" + capacity.nodes().size(),
                needed,
                after(rows, "cpu requested"),
                after(rows, "memory requested"),
                after(rows, "largest pod, 4Gi for each cpu"));
    }

    private static String after(List<CapacityRow> rows, String name) {
        return rows.stream()
                .filter(row -> row.name().equals(name))
                .map(CapacityRow::after)
                .findFirst()
                .orElse("");
    }

    public String table(Paint paint) {
        var table = new TextTable("")
                .row(NAMES.stream().map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new));
        reports.forEach((name, report) -> {
            var cells = new ArrayList<>(cells(name, report));
            cells.set(1, report.isGood() ? paint.good(cells.get(1)) : paint.bad(cells.get(1)));
            table.row(cells.toArray(String[]::new));
        });
        return table.toString();
    }

    /** The table, and each report folded below it. */
    public String markdown(int top) {
        var good = reports.values().stream().filter(SimulationReport::isGood).count();
        var text = new StringBuilder("### " + good + " of " + reports.size() + " scenarios fit\n");
        SimulationMarkdown.head(text, NAMES.toArray(String[]::new));
        reports.forEach((name, report) -> SimulationMarkdown.row(
                text, cells(name, report).stream().map(SimulationMarkdown::cell).toArray(String[]::new)));
        reports.forEach((name, report) -> text.append("\n<details><summary>")
                .append(SimulationMarkdown.cell(name))
                .append("</summary>\n\n")
                .append(new SimulationMarkdown(top).of(report))
                .append("\n</details>\n"));
        return text.toString();
    }

    /** One HTML file that needs nothing else. */
    public String page() {
        var rows = new ArrayList<List<String>>();
        reports.forEach((name, report) -> rows.add(cells(name, report)));
        return SimulationPage.of(NAMES, rows, reports.sequencedValues());
    }

    public ObjectNode document() {
        return SimulationDocument.of(reports);
    }

    public String junit() {
        return SimulationSuite.of(reports);
    }
}
