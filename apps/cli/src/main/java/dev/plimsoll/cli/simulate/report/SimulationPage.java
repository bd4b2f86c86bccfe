package dev.plimsoll.cli.simulate.report;

import static dev.plimsoll.cli.text.MarkupText.escaped;

import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.comparison.PredictionDifference.Kind;
import dev.plimsoll.core.prediction.comparison.PredictionDifference.PodChange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The report as one HTML file that needs nothing else: it can be mailed, or kept by a job. */
public final class SimulationPage {
    /** A browser shows so many lines without effort; JSON has all of them. */
    private static final int MOST_ROWS = 3000;

    /** Of each of many scenarios. */
    private static final int LEAST_ROWS = 100;

    private static final int MOST_CHARTS = 24;

    private static final Pattern PART = Pattern.compile("@([A-Z]+)@");

    private SimulationPage() {}

    public static String of(SimulationReport report) {
        var parts = new HashMap<String, String>();
        parts.put("VERDICT", report.isGood() ? "It fits" : "It does not fit");
        parts.put("KIND", report.isGood() ? "good" : "bad");
        parts.put("SUBTITLE", subtitle(report));
        parts.put("BODY", body(report, MOST_ROWS));
        return filled("simulation.html", parts);
    }

    /**
     * Several scenarios: how they compare, and each folded below.
     *
     * @param names of the columns of the comparison
     * @param rows of the comparison, one for each report
     */
    static String of(List<String> names, List<List<String>> rows, SequencedCollection<SimulationReport> reports) {
        var good = reports.stream().filter(SimulationReport::isGood).count();
        var first = reports.getFirst();
        var most = Math.max(LEAST_ROWS, MOST_ROWS / reports.size());
        var comparison = new StringBuilder("<div class=\"frame scenarios\">");
        var folded = new StringBuilder();
        table(comparison, names);
        var index = 0;
        for (var report : reports) {
            var cells = rows.get(index);
            var id = "scenario-" + ++index;
            var style = report.isGood() ? "good" : "bad";
            var name = escaped(cells.getFirst());
            comparison.append("<tr class=\"" + style + "\"><td><a href=\"#" + id + "\">" + name + "</a></td>");
            cells(comparison, cells.stream().skip(1).toArray(String[]::new));
            folded.append("<details class=\"scenario\" id=\"" + id + "\"><summary>" + name);
            folded.append("<span class=\"" + style + "\">" + escaped(cells.get(1)) + "</span></summary>\n");
            folded.append("<p class=\"quiet\">" + escaped(asked(report)) + "</p>\n");
            folded.append(body(report, most)).append("</details>\n");
        }
        comparison.append("</tbody></table></div>\n");
        var parts = new HashMap<String, String>();
        parts.put("VERDICT", good + " of " + reports.size() + " scenarios fit");
        parts.put("KIND", good == reports.size() ? "good" : "bad");
        parts.put("SUBTITLE", escaped(origin(first).strip()));
        parts.put("BODY", comparison.append(folded).toString());
        return filled("simulation.html", parts);
    }

    /** What one simulation says, below its verdict. */
    private static String body(SimulationReport report, int rows) {
        var parts = new HashMap<String, String>();
        parts.put("CARDS", cards(report));
        parts.put("MAP", NodeMap.of(report.before(), report.after()));
        parts.put(
                "CHARTS",
                LoadChart.cpu(report.before(), report.after()) + LoadChart.memory(report.before(), report.after()));
        parts.put("REASONS", reasons(report));
        parts.put("USAGE", usage(report, rows));
        parts.put("CONSOLIDATION", consolidation(report, rows));
        parts.put("PODS", pods(report, rows));
        parts.put("CAPACITY", capacity(report));
        parts.put("DOUBTS", doubts(report));
        return filled("simulation-body.html", parts);
    }

    private static String filled(String name, Map<String, String> parts) {
        try (InputStream file = SimulationPage.class.getResourceAsStream(name)) {
            if (file == null) throw new IllegalStateException(name + " is not in the program");
            var template = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return PART.matcher(template)
                    .replaceAll(found -> Matcher.quoteReplacement(parts.getOrDefault(found.group(1), "")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String subtitle(SimulationReport report) {
        return escaped(asked(report) + origin(report));
    }

    private static String asked(SimulationReport report) {
        var text = String.join(", ", report.result().asked());
        if (text.isEmpty()) text = "no change";
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    private static String origin(SimulationReport report) {
        var header = report.header();
        var text = header.taken().isPresent() ? " Snapshot of " + header.taken().get() + "." : "";
        return header.serverVersion().isEmpty() ? text : text + " Kubernetes " + header.serverVersion() + ".";
    }

    private static String cards(SimulationReport report) {
        var text = new StringBuilder();
        for (var kind : Kind.values()) {
            if (report.count(kind) == 0) continue;
            var style = switch (kind) {
                case UNSCHEDULED, REFUSED, PREEMPTED -> "bad";
                case ADDED, UNBLOCKED -> "good";
                case MOVED, REPLACED, STILL_UNSCHEDULED, GONE, UNKNOWN -> "";
            };
            text.append(card(style, "Pods " + FateText.kind(kind), "" + report.count(kind), ""));
        }
        if (report.changes().isEmpty()) text.append(card("", "Pods", "no change", ""));
        var before = report.before();
        var after = report.after();
        text.append(card(
                "",
                "Nodes",
                "" + after.nodes().size(),
                before.nodes().size() == after.nodes().size()
                        ? ""
                        : "before: " + before.nodes().size()));
        text.append(card("", "CPU requested", percent(after, true), "before: " + percent(before, true)));
        text.append(card("", "Memory requested", percent(after, false), "before: " + percent(before, false)));
        return text.toString();
    }

    private static String percent(ClusterCapacity capacity, boolean isCpu) {
        var share = isCpu
                ? NodeMap.share(capacity.requestedMilliCpu(), capacity.milliCpu())
                : NodeMap.share(capacity.requestedMemory(), capacity.memory());
        return String.format(Locale.ROOT, "%.0f%%", share * 100);
    }

    private static String card(String style, String title, String large, String small) {
        return "<div class=\"card " + style + "\"><h2>" + escaped(title) + "</h2><b>" + escaped(large)
                + "</b><span class=\"quiet\">" + escaped(small) + "</span></div>\n";
    }

    private static String reasons(SimulationReport report) {
        var text = new StringBuilder();
        report.reasons().forEach((refusals, pods) -> {
            text.append("<div class=\"frame why\"><h3>Why ").append(escaped(pods.getFirst()));
            if (pods.size() > 1) text.append(" and ").append(pods.size() - 1).append(" more wait");
            else text.append(" waits");
            text.append("</h3>");
            table(text, List.of("Nodes", "Class", "Reasons"));
            for (var refusal : refusals)
                row(text, "", "" + refusal.nodes(), refusal.nodeClass(), FateText.reasons(refusal));
            text.append("</tbody></table></div>\n");
        });
        var lines = new StringBuilder();
        report.result().refused().forEach((object, why) -> row(lines, "", "refused", object, why));
        report.result().after().refusals().forEach((object, why) -> row(lines, "", "no pods", object, why));
        report.result().after().blocked().forEach((pod, why) -> row(lines, "", "not evicted", pod, why));
        for (var resize : report.result().after().resizes())
            row(
                    lines,
                    "",
                    "resize " + FateText.verdict(resize.verdict()),
                    resize.qualifiedName(),
                    FateText.resize(resize));
        if (!lines.isEmpty()) {
            text.append("<div class=\"frame why\">");
            table(text, List.of("What", "Object", "Because"));
            text.append(lines).append("</tbody></table></div>\n");
        }
        return text.isEmpty() ? "" : "<h2>Reasons</h2>\n" + text;
    }

    private static String usage(SimulationReport report, int rows) {
        var usage = report.usage();
        if (usage.isEmpty()) return "";
        var all = usage.get().rows();
        var text = new StringBuilder("<h2>Recorded use</h2>\n<p class=\"quiet\">")
                .append(escaped(usage.get().span()))
                .append("</p>\n<div class=\"frame\">");
        table(text, UsageReport.NAMES);
        for (var row : all.stream().limit(rows).toList())
            row(text, row.after().kills() > 0 ? "bad" : "", row.cells().toArray(String[]::new));
        text.append("</tbody></table></div>\n<div class=\"charts\">");
        all.stream()
                .filter(row -> !row.after().steps().isEmpty())
                .limit(MOST_CHARTS)
                .forEach(row -> text.append(ReplicaChart.of(usage.get(), row)));
        return text.append("</div>\n").toString();
    }

    private static String consolidation(SimulationReport report, int rows) {
        var levels = report.result().consolidations();
        if (levels.isEmpty()) return "";
        var text = new StringBuilder("<h2>Consolidation</h2>\n<div class=\"frame\">");
        table(text, List.of("Level", "Nodes", "Needed", "At least, by volume", "Pods moved", "Not sure", "Waiting"));
        for (var level : levels) {
            var outcome = level.outcome();
            row(
                    text,
                    "changed",
                    level.level(),
                    "" + outcome.nodes(),
                    "" + outcome.needed(),
                    "" + outcome.lowerBound(),
                    "" + outcome.moved(),
                    "" + outcome.doubtful().size(),
                    "" + level.waiting());
        }
        text.append("</tbody></table></div>\n");
        for (var level : levels) {
            text.append("<h3>At ").append(escaped(level.level())).append("</h3>");
            var drained = level.outcome().drained();
            text.append(drained.isEmpty() ? "<p>No node can go.</p>" : "<p>These nodes can go, in this order: ")
                    .append(escaped(String.join(", ", drained)));
            if (!drained.isEmpty()) text.append("</p>");
            text.append("<details><summary>Why other nodes stay</summary><div class=\"frame\">");
            table(text, List.of("Node", "Stays because"));
            level.outcome().kept().entrySet().stream()
                    .limit(rows)
                    .forEach(entry -> row(text, "", entry.getKey(), entry.getValue()));
            text.append("</tbody></table></div></details>\n");
        }
        return text.toString();
    }

    private static String pods(SimulationReport report, int rows) {
        if (report.changes().isEmpty()) return "";
        var text = new StringBuilder("<h2>Pods</h2>\n<div class=\"tools\"><input type=\"search\" class=\"filter\" "
                + "placeholder=\"Filter by pod, workload, node or reason\" aria-label=\"Filter\">"
                + "<span class=\"quiet count\"></span></div>\n<div class=\"frame pods\">");
        table(text, List.of("Pod", "Workload", "What", "From", "To", "Sure", "Because"));
        for (var change : report.changes().stream().limit(rows).toList()) pod(report, change, text);
        text.append("</tbody></table></div>\n");
        if (report.changes().size() > rows)
            text.append("<p class=\"quiet\">")
                    .append(report.changes().size() - rows)
                    .append(" more pods are not shown; -o json has them.</p>\n");
        return text.toString();
    }

    private static void pod(SimulationReport report, PodChange change, StringBuilder text) {
        var fate = change.fate();
        var style = switch (change.kind()) {
            case UNSCHEDULED, REFUSED, PREEMPTED -> "bad";
            case ADDED, UNBLOCKED -> "good";
            case MOVED, REPLACED, STILL_UNSCHEDULED, GONE, UNKNOWN -> "";
        };
        text.append("<tr class=\"").append(style).append("\"><td>").append(escaped(fate.qualifiedName()));
        if (!fate.replaces().isEmpty())
            text.append("<small>for ").append(escaped(fate.replaces())).append("</small>");
        text.append("</td>");
        cells(
                text,
                fate.workload(),
                FateText.kind(change.kind()),
                change.from(),
                fate.ending().node(),
                report.certainty(change).text(),
                FateText.because(fate.ending()));
    }

    private static String capacity(SimulationReport report) {
        var text = new StringBuilder();
        table(text, List.of("Capacity", "Before", "After"));
        for (var row : CapacityRow.of(report.before(), report.after()))
            row(text, row.differs() ? "changed" : "", row.name(), row.before(), row.after());
        return text.append("</tbody></table>").toString();
    }

    private static String doubts(SimulationReport report) {
        var text = new StringBuilder();
        for (var doubt : report.result().doubts()) {
            text.append("<li>");
            if (doubt.isUnknown()) text.append("<b>Not known:</b> ");
            text.append(escaped(doubt.text())).append("</li>\n");
        }
        return text.toString();
    }

    private static void table(StringBuilder text, List<String> names) {
        text.append("<table><thead><tr>");
        for (var name : names) text.append("<th>").append(escaped(name)).append("</th>");
        text.append("</tr></thead><tbody>\n");
    }

    private static void row(StringBuilder text, String style, String... cells) {
        text.append(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">");
        cells(text, cells);
    }

    private static void cells(StringBuilder text, String... cells) {
        for (var cell : cells) text.append("<td>").append(escaped(cell)).append("</td>");
        text.append("</tr>\n");
    }
}
