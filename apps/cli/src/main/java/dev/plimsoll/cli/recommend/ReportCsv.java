package dev.plimsoll.cli.recommend;

import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.report.ContainerReport;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The report for a spreadsheet: a line for each workload, with the amounts of all its pods, and after it a line for each of its containers, with
 * those of one pod. Amounts are cores and GiB.
 */
final class ReportCsv {
    private static final List<String> COLUMNS = List.of(
            "namespace",
            "kind",
            "name",
            "container",
            "pods",
            "level",
            "cpu_asked",
            "cpu_used",
            "cpu_highest",
            "cpu_recommended",
            "cpu_recommended_by_pod",
            "memory_asked",
            "memory_used",
            "memory_highest",
            "memory_recommended",
            "memory_recommended_by_pod",
            "cpu_waste",
            "memory_waste",
            "cpu_shortage",
            "memory_shortage",
            "waste_per_month",
            "risks");

    private final Money money;

    ReportCsv(Money money) {
        this.money = money;
    }

    String of(ClusterReport report) {
        var text = new StringBuilder(String.join(",", COLUMNS)).append('\n');
        for (var workload : report.workloads()) {
            text.append(line(workload)).append('\n');
            for (var container : workload.containers())
                text.append(line(workload, container)).append('\n');
        }
        return text.toString();
    }

    private String line(WorkloadReport workload) {
        var totals = workload.totals();
        var known = workload.isKnown();
        var cells = names(workload, "");
        cells.add(Integer.toString(workload.pods()));
        cells.add(workload.setsPodLevel() ? "pod" : "container");
        for (var isCpu : new boolean[] {true, false}) {
            cells.add(amount(totals.asked(), isCpu));
            cells.add(amount(totals.average(), isCpu));
            cells.add(amount(totals.highest(), isCpu));
            cells.add(known ? amount(workload.recommended(), isCpu) : "");
            cells.add(known ? amount(totals.byPod(), isCpu) : "");
        }
        for (var amounts : List.of(workload.waste(), workload.shortage())) {
            cells.add(amount(amounts, true));
            cells.add(amount(amounts, false));
        }
        cells.add(money.month(workload.waste())
                .map(cost -> String.format(Locale.ROOT, "%.2f", cost))
                .orElse(""));
        cells.add(quoted(workload.risks().stream().map(RiskText::of).collect(Collectors.joining("; "))));
        return String.join(",", cells);
    }

    private static String line(WorkloadReport workload, ContainerReport container) {
        var cells = names(workload, container.name());
        cells.add("");
        cells.add("");
        var asked = ComputeAmounts.of(container.asked().requests());
        for (var isCpu : new boolean[] {true, false}) {
            cells.add(amount(asked, isCpu));
            cells.add(amount(container.average(), isCpu));
            cells.add(amount(container.highest(), isCpu));
            cells.add(container
                    .estimate()
                    .map(estimate -> amount(ComputeAmounts.of(estimate.target()), isCpu))
                    .orElse(""));
            cells.add("");
        }
        while (cells.size() < COLUMNS.size()) cells.add("");
        return String.join(",", cells);
    }

    private static List<String> names(WorkloadReport workload, String container) {
        var name = workload.name();
        return new ArrayList<>(
                List.of(quoted(name.namespace()), quoted(name.kind()), quoted(name.name()), quoted(container)));
    }

    private static String amount(ComputeAmounts amounts, boolean isCpu) {
        return isCpu
                ? String.format(Locale.ROOT, "%.3f", amounts.cores())
                : String.format(Locale.ROOT, "%.4f", amounts.gib());
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") || text.contains("\n")
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
