package dev.plimsoll.cli.recommend;

import dev.plimsoll.cli.text.MarkupText;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.RecommendationText;
import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.report.ContainerReport;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report as one HTML file that needs nothing else: it can be mailed, or kept by a job. */
final class ReportPage {
    private static final int WIDTH = 170;

    private final Money money;

    ReportPage(Money money) {
        this.money = money;
    }

    String of(ClusterReport report, ReportContext context) {
        return template()
                .replace("@TITLE@", MarkupText.escaped(context.where()))
                .replace("@SUBTITLE@", MarkupText.escaped(context.source() + ", made " + context.made()))
                .replace("@CARDS@", cards(report))
                .replace("@HEAD@", head())
                .replace("@FOOT@", MarkupText.escaped(foot()))
                .replace("@ROWS@", rows(report));
    }

    private static String template() {
        try (InputStream file = ReportPage.class.getResourceAsStream("report.html")) {
            if (file == null) throw new IllegalStateException("report.html is not in the program");
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String foot() {
        return "Amounts of a line are those of all pods of the workload; those of its containers are for one pod."
                + " Recommendations are made as the recommender of the vertical pod autoscaler makes them."
                + (money.isKnown() ? " A month has 730 hours." : "");
    }

    private String cards(ClusterReport report) {
        var totals = report.totals();
        return card("", "Workloads", Integer.toString(report.workloads().size()), report.pods() + " pods")
                + card("", "Asked", totals.asked())
                + card("", "Used on average", totals.average())
                + card("rec", "Recommended", report.recommended())
                + card("rec", "Waste", report.waste())
                + card(report.shortage().isNone() ? "" : "bad", "Shortage", report.shortage())
                + card(
                        report.atRisk() == 0 ? "" : "bad",
                        "At risk",
                        Long.toString(report.atRisk()),
                        report.unknown() == 0 ? "workloads" : "workloads; " + report.unknown() + " without samples");
    }

    private String card(String kind, String title, ComputeAmounts amounts) {
        var cost = money.text(amounts);
        var memory = ReportTable.number(amounts.gib()) + " GiB";
        return card(
                kind,
                title,
                ReportTable.number(amounts.cores()) + " cores",
                cost.isEmpty() ? memory : memory + ", " + cost + " a month");
    }

    private static String card(String kind, String title, String large, String small) {
        return "<div class=\"card " + kind + "\"><h2>" + MarkupText.escaped(title) + "</h2><b>"
                + MarkupText.escaped(large) + "</b><span class=\"quiet\">" + MarkupText.escaped(small)
                + "</span></div>\n";
    }

    private String head() {
        return column("name", "Workload", "")
                + column("pods", "Pods", "n")
                + column("cpu", "CPU", "")
                + column("memory", "Memory", "")
                + column("waste", "Waste", "n")
                + (money.isKnown() ? column("cost", "Waste a month", "n") : "")
                + column("risks", "Risks", "");
    }

    private static String column(String key, String title, String kind) {
        return "<th class=\"" + kind + "\" data-key=\"" + key + "\"><button>" + title + "</button></th>";
    }

    private String rows(ClusterReport report) {
        var rows = new StringBuilder();
        for (var workload : report.workloads()) rows.append(row(workload, report));
        return rows.toString();
    }

    private String row(WorkloadReport workload, ClusterReport report) {
        var name = workload.name();
        var title = name.kind().toLowerCase(Locale.ROOT) + "/" + name.name();
        var risks = workload.risks().stream().map(RiskText::of).toList();
        var waste = workload.waste();
        var cells = new ArrayList<String>();
        cells.add(
                "<td><details><summary>" + MarkupText.escaped(title) + " <span>" + MarkupText.escaped(name.namespace())
                        + (workload.setsPodLevel() ? ", pod level" : "") + "</span></summary>" + details(workload)
                        + "</details></td>");
        cells.add("<td class=\"n\">" + workload.pods() + "</td>");
        for (var compute : Compute.ALL)
            cells.add("<td>" + bar(compute, workload) + change(compute, workload) + "</td>");
        cells.add("<td class=\"n\">"
                + (waste.isNone()
                        ? ""
                        : amount(Compute.CPU, waste.milliCores()) + "<br>" + amount(Compute.MEMORY, waste.bytes()))
                + "</td>");
        if (money.isKnown())
            cells.add("<td class=\"n\">" + (waste.isNone() ? "" : MarkupText.escaped(money.text(waste))) + "</td>");
        cells.add("<td>"
                + risks.stream()
                        .map(risk -> "<span class=\"risk\">" + MarkupText.escaped(risk) + "</span>")
                        .collect(Collectors.joining("<br>"))
                + "</td>");
        var text = (name.namespace() + " " + title + " " + String.join(" ", risks)).toLowerCase(Locale.ROOT);
        return String.format(
                Locale.ROOT,
                "<tr data-text=\"%s\" data-pods=\"%d\" data-cpu=\"%d\" data-memory=\"%d\" data-waste=\"%.3f\" "
                        + "data-cost=\"%.4f\" data-risks=\"%d\">%s</tr>%n",
                MarkupText.escaped(text),
                workload.pods(),
                workload.totals().asked().milliCores(),
                workload.totals().asked().bytes(),
                report.weights().month(waste),
                money.month(waste).orElse(0.0),
                risks.size(),
                String.join("", cells));
    }

    /** Asked, used and recommended on one scale, which is that of the row. */
    private static String bar(Compute compute, WorkloadReport workload) {
        var asked = workload.totals().asked().at(compute);
        var average = workload.totals().average().at(compute);
        var highest = workload.totals().highest().at(compute);
        var recommended = workload.recommended().at(compute);
        var whole = Math.max(1, Math.max(Math.max(asked, highest), recommended));
        var bar =
                new StringBuilder("<svg class=\"bar\" viewBox=\"0 0 " + WIDTH + " 14\" role=\"img\" aria-label=\"asked "
                        + amount(compute, asked) + ", used " + amount(compute, average) + "\">");
        rectangle(bar, 0, 1, width(asked, whole), 12, "var(--asked)");
        rectangle(bar, 0, 5, width(highest, whole), 4, "var(--used);opacity:.4");
        rectangle(bar, 0, 4, width(average, whole), 6, "var(--used)");
        if (workload.isKnown()) {
            rectangle(bar, Math.max(0, width(recommended, whole) - 3), 0, 3, 14, "var(--rec)");
        }
        return bar.append("</svg>").toString();
    }

    private static double width(long units, long whole) {
        return (double) units / whole * WIDTH;
    }

    private static void rectangle(StringBuilder bar, double x, int y, double width, int height, String colour) {
        bar.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"1.5\" style=\"fill:%s\"/>",
                x,
                y,
                width,
                height,
                colour));
    }

    private static String change(Compute compute, WorkloadReport workload) {
        var asked = workload.totals().asked().at(compute);
        var recommended = workload.recommended().at(compute);
        if (!workload.isKnown()) {
            return "<span class=\"small\">" + amount(compute, asked) + ", no samples</span>";
        }
        var kind = recommended > asked ? "up" : recommended < asked ? "down" : "";
        return "<span class=\"small\">" + amount(compute, asked) + " → <span class=\"" + kind + "\">"
                + amount(compute, recommended) + "</span></span>";
    }

    private static String details(WorkloadReport workload) {
        var rows = new StringBuilder("<table><tr><th>container</th><th class=\"n\">CPU</th><th class=\"n\">used</th>"
                + "<th class=\"n\">recommended</th><th class=\"n\">memory</th><th class=\"n\">used</th>"
                + "<th class=\"n\">recommended</th></tr>");
        for (var container : workload.containers()) rows.append(container(container));
        var pod = workload.atPod().pod();
        if (pod.isPresent()) {
            var target = ComputeAmounts.of(pod.get().target());
            rows.append("<tr><td>the pod as a whole</td><td></td><td></td><td class=\"n\">")
                    .append(amount(Compute.CPU, target.milliCores()))
                    .append("</td><td></td><td></td><td class=\"n\">")
                    .append(amount(Compute.MEMORY, target.bytes()))
                    .append("</td></tr>");
        }
        return rows.append("</table>").toString();
    }

    private static String container(ContainerReport container) {
        var cells = new ArrayList<String>(List.of(
                "<td>" + MarkupText.escaped(container.name()) + (container.isSidecar() ? " (sidecar)" : "") + "</td>"));
        for (var compute : Compute.ALL) {
            cells.add(cell(amount(compute, compute.unitsOf(container.asked().requests()))));
            cells.add(cell(amount(compute, container.average().at(compute))));
            cells.add(cell(container
                    .estimate()
                    .map(estimate -> amount(compute, compute.unitsOf(estimate.target())))
                    .orElse("")));
        }
        return "<tr>" + String.join("", cells) + "</tr>";
    }

    private static String cell(String text) {
        return "<td class=\"n\">" + text + "</td>";
    }

    private static String amount(Compute compute, long units) {
        return RecommendationText.of(compute, units);
    }
}
