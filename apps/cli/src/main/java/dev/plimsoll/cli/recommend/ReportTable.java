package dev.plimsoll.cli.recommend;

import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.RecommendationText;
import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.report.ContainerReport;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report for a terminal: sums, then a line for each workload. */
final class ReportTable {
    private final Paint paint;
    private final Money money;
    private final boolean withContainers;
    private final int most;

    /** @param most lines of workloads; 0 for all */
    ReportTable(Paint paint, Money money, boolean withContainers, int most) {
        this.paint = paint;
        this.money = money;
        this.withContainers = withContainers;
        this.most = most;
    }

    String of(ClusterReport report, ReportContext context) {
        var text = new StringBuilder();
        text.append(paint.bold(context.where()))
                .append(", ")
                .append(context.source())
                .append("\n\n");
        text.append(sums(report)).append('\n');
        var shown = most > 0 && most < report.workloads().size()
                ? report.workloads().subList(0, most)
                : report.workloads();
        text.append(table(shown));
        var left = report.workloads().size() - shown.size();
        if (left > 0) text.append(paint.faint("  and " + left + " more; --top 0 shows all\n"));
        return text.toString();
    }

    private String sums(ClusterReport report) {
        var totals = report.totals();
        var table = new TextTable("  ")
                .row(
                        "workloads",
                        Integer.toString(report.workloads().size()),
                        report.pods() + " pods",
                        "",
                        report.unknown() == 0 ? "" : report.unknown() + " without samples")
                .row(sum("asked", totals.asked(), ""))
                .row(sum("used", totals.average(), "at most " + amounts(totals.highest())))
                .row(sum("recommended", report.recommended(), ""));
        var waste = sum("waste", report.waste(), "asked for and not needed");
        var shortage = sum("shortage", report.shortage(), "needed and not asked for");
        table.row(painted(waste, report.waste().isNone() ? paint::faint : paint::note));
        table.row(painted(shortage, report.shortage().isNone() ? paint::faint : paint::bad));
        if (report.atRisk() > 0) table.row("at risk", paint.bad(Long.toString(report.atRisk())), "workloads");
        return table.toString();
    }

    private interface Colour {
        String of(String text);
    }

    private static String[] painted(String[] cells, Colour colour) {
        var painted = cells.clone();
        for (var i = 1; i < 4; i++) painted[i] = colour.of(cells[i]);
        return painted;
    }

    private String[] sum(String title, ComputeAmounts amounts, String remark) {
        var cost = money.text(amounts);
        return new String[] {
            title,
            number(amounts.cores()) + " cores",
            number(amounts.gib()) + " GiB",
            cost.isEmpty() ? "" : cost + " a month",
            paint.faint(remark)
        };
    }

    private static String amounts(ComputeAmounts amounts) {
        return number(amounts.cores()) + " cores, " + number(amounts.gib()) + " GiB";
    }

    static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private String table(List<WorkloadReport> workloads) {
        var table = new TextTable("");
        var head = new ArrayList<>(List.of(
                "NAMESPACE",
                "WORKLOAD",
                "PODS",
                "LEVEL",
                "CPU",
                "USED",
                "RECOMMENDED",
                "MEMORY",
                "USED",
                "RECOMMENDED",
                "WASTE"));
        if (money.isKnown()) head.add("A MONTH");
        head.add("HISTORY");
        head.add("RISK");
        table.row(head.stream().map(paint::faint).toArray(String[]::new));
        for (var workload : workloads) {
            table.row(line(workload));
            if (withContainers) containers(workload, table);
        }
        return table.toString();
    }

    private String[] line(WorkloadReport workload) {
        var name = workload.name();
        var totals = workload.totals();
        var known = workload.isKnown();
        var waste = workload.waste();
        var cells = new ArrayList<String>();
        cells.add(name.namespace());
        cells.add(paint.bold(name.kind().toLowerCase(Locale.ROOT) + "/" + name.name()));
        cells.add(Integer.toString(workload.pods()));
        cells.add(workload.setsPodLevel() ? "pod" : "container");
        for (var compute : Compute.ALL) {
            cells.add(amount(compute, totals.asked().at(compute)));
            cells.add(known ? amount(compute, totals.average().at(compute)) : "-");
            cells.add(known ? change(compute, workload) : "-");
        }
        cells.add(
                waste.isNone()
                        ? "-"
                        : paint.note(amount(Compute.CPU, waste.milliCores()) + ", "
                                + amount(Compute.MEMORY, waste.bytes())));
        if (money.isKnown()) cells.add(waste.isNone() ? "-" : money.text(waste));
        cells.add(known ? history(workload) : "none");
        cells.add(risks(workload));
        return cells.toArray(String[]::new);
    }

    private static String history(WorkloadReport workload) {
        if (workload.samples() == 0) return "VPA";
        return workload.span().isZero() ? "now" : DurationText.of(workload.span());
    }

    private String risks(WorkloadReport workload) {
        if (workload.risks().isEmpty()) return "";
        var first = RiskText.of(workload.risks().getFirst());
        var more = workload.risks().size() - 1;
        return paint.bad(first) + (more == 0 ? "" : " (and " + more + " more)");
    }

    private String change(Compute compute, WorkloadReport workload) {
        var asked = workload.totals().asked().at(compute);
        var recommended = workload.recommended().at(compute);
        var text = amount(compute, recommended);
        return recommended > asked ? paint.bad(text) : recommended < asked ? paint.good(text) : text;
    }

    private void containers(WorkloadReport workload, TextTable table) {
        for (var container : workload.containers()) table.row(container(container));
        workload.atPod()
                .pod()
                .ifPresent(pod -> table.row(
                        "",
                        "  the pod as a whole",
                        "",
                        "",
                        "",
                        "",
                        amount(Compute.CPU, Compute.CPU.unitsOf(pod.target())),
                        "",
                        "",
                        amount(Compute.MEMORY, Compute.MEMORY.unitsOf(pod.target()))));
    }

    private String[] container(ContainerReport container) {
        var cells = new ArrayList<>(
                List.of("", "  " + container.name() + (container.isSidecar() ? " (sidecar)" : ""), "", ""));
        for (var compute : Compute.ALL) {
            cells.add(amount(compute, compute.unitsOf(container.asked().requests())));
            cells.add(amount(compute, container.average().at(compute)));
            cells.add(container
                    .estimate()
                    .map(estimate -> amount(compute, compute.unitsOf(estimate.target())))
                    .orElse("-"));
        }
        return cells.stream().map(paint::faint).toArray(String[]::new);
    }

    private static String amount(Compute compute, long units) {
        return RecommendationText.of(compute, units);
    }
}
