package dev.plimsoll.core.estimation.report;

import java.util.Comparator;
import java.util.List;

/** The workloads of a cluster in an order, and their sums. */
public record ClusterReport(List<WorkloadReport> workloads, Prices weights) {
    public ClusterReport {
        workloads = List.copyOf(workloads);
    }

    /** What comes first. */
    public enum Order {
        WASTE,
        RISK,
        CPU,
        MEMORY,
        NAME
    }

    /**
     * In an order.
     *
     * @param prices by which waste of CPU and of memory is compared
     */
    public static ClusterReport of(List<WorkloadReport> workloads, Order order, Prices prices) {
        return new ClusterReport(
                workloads.stream().sorted(comparator(order, prices)).toList(), prices);
    }

    private static Comparator<WorkloadReport> comparator(Order order, Prices prices) {
        var byName = Comparator.comparing(WorkloadReport::name);
        return switch (order) {
            case NAME -> byName;
            case WASTE -> descending(report -> prices.month(report.waste())).thenComparing(byName);
            case CPU -> descending(report -> report.waste().cores()).thenComparing(byName);
            case MEMORY -> descending(report -> report.waste().gib()).thenComparing(byName);
            case RISK -> {
                Comparator<WorkloadReport> byRisk = ClusterReport::byRisk;
                yield byRisk.thenComparing(descending(report -> prices.month(report.shortage())))
                        .thenComparing(byName);
            }
        };
    }

    private interface Weight {
        double of(WorkloadReport report);
    }

    private static Comparator<WorkloadReport> descending(Weight weight) {
        return Comparator.comparingDouble(report -> -weight.of(report));
    }

    /** Whoever has a worse risk comes first; the first of a workload is its worst. */
    private static int byRisk(WorkloadReport one, WorkloadReport other) {
        var first = one.risks();
        var second = other.risks();
        if (first.isEmpty() || second.isEmpty()) return Boolean.compare(first.isEmpty(), second.isEmpty());
        return first.getFirst().kind().compareTo(second.getFirst().kind());
    }

    public WorkloadReport.Totals totals() {
        var sum = WorkloadReport.Totals.NONE;
        for (var workload : workloads) sum = sum.plus(workload.totals());
        return sum;
    }

    public int pods() {
        return workloads.stream().mapToInt(WorkloadReport::pods).sum();
    }

    public ComputeAmounts waste() {
        return workloads.stream().map(WorkloadReport::waste).reduce(ComputeAmounts.NONE, ComputeAmounts::plus);
    }

    public ComputeAmounts shortage() {
        return workloads.stream().map(WorkloadReport::shortage).reduce(ComputeAmounts.NONE, ComputeAmounts::plus);
    }

    public ComputeAmounts recommended() {
        return workloads.stream().map(WorkloadReport::recommended).reduce(ComputeAmounts.NONE, ComputeAmounts::plus);
    }

    public long atRisk() {
        return workloads.stream().filter(report -> !report.risks().isEmpty()).count();
    }

    public long unknown() {
        return workloads.stream().filter(report -> !report.isKnown()).count();
    }
}
