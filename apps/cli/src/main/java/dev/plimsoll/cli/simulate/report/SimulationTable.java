package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Doubt;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.PredictionDifference;
import dev.plimsoll.core.prediction.PredictionDifference.Kind;
import dev.plimsoll.core.prediction.ResizeFate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The report for people. */
public final class SimulationTable {
    private final Paint paint;
    private final int top;

    /** @param top how many lines a list has at most; 0 for all */
    public SimulationTable(Paint paint, int top) {
        this.paint = paint;
        this.top = top;
    }

    public String of(SimulationReport report) {
        var text = new StringBuilder();
        text.append(summary(report)).append("\n");
        pods(report, text);
        resizes(report, text);
        refusals(report, text);
        capacity(report, text);
        doubts(report.result().doubts(), text);
        return text.toString();
    }

    private String summary(SimulationReport report) {
        var parts = new LinkedHashMap<String, Long>();
        for (var kind : Kind.values()) {
            if (report.count(kind) > 0) parts.put(FateText.kind(kind), report.count(kind));
        }
        var changes = parts.isEmpty()
                ? "no pod changes"
                : String.join(
                        ", ",
                        parts.entrySet().stream()
                                .map(each -> each.getValue() + " " + each.getKey())
                                .toList());
        var line = "Pods: " + changes + ".";
        var failed = report.met().stream().filter(report.failing()::contains).toList();
        if (failed.isEmpty()) return paint.good(line);
        return paint.bad(line + " Fails on "
                + String.join(", ", failed.stream().map(Enum::name).toList()) + ".");
    }

    private void pods(SimulationReport report, StringBuilder text) {
        if (report.changes().isEmpty()) return;
        var table = new TextTable("  ").row("POD", "WORKLOAD", "WHAT", "FROM", "TO", "SURE", "BECAUSE");
        for (var change : shown(report.changes())) {
            var fate = change.fate();
            table.row(
                    fate.qualifiedName() + (fate.replaces().isEmpty() ? "" : " (for " + fate.replaces() + ")"),
                    fate.workload().isEmpty() ? "-" : fate.workload(),
                    painted(change),
                    change.from().isEmpty() ? "-" : change.from(),
                    fate.ending().node().isEmpty() ? "-" : fate.ending().node(),
                    report.certainty(change).text(),
                    FateText.because(fate.ending()));
        }
        text.append('\n').append(table);
        more(report.changes().size(), text);
        reasons(report, text);
    }

    private <T> List<T> shown(List<T> all) {
        return top == 0 ? all : all.subList(0, Math.min(top, all.size()));
    }

    private void more(int size, StringBuilder text) {
        if (top > 0 && size > top) text.append("  ... and ").append(size - top).append(" more; --top 0 shows all\n");
    }

    private String painted(PredictionDifference.PodChange change) {
        var word = FateText.kind(change.kind());
        return switch (change.kind()) {
            case UNSCHEDULED, REFUSED, PREEMPTED -> paint.bad(word);
            case ADDED, UNBLOCKED -> paint.good(word);
            case MOVED, REPLACED, STILL_UNSCHEDULED, GONE, UNKNOWN -> paint.note(word);
        };
    }

    /** What nodes say, once for pods to which they say the same. */
    private void reasons(SimulationReport report, StringBuilder text) {
        var groups = new LinkedHashMap<List<PodOutcome.ClassRefusal>, List<String>>();
        for (var change : report.changes()) {
            if (change.fate().ending() instanceof PodOutcome.Waits(var _, var refusals) && !refusals.isEmpty())
                groups.computeIfAbsent(refusals, _ -> new ArrayList<>())
                        .add(change.fate().qualifiedName());
        }
        groups.forEach((refusals, pods) -> {
            text.append("\n  Why ").append(pods.getFirst());
            if (pods.size() > 1) text.append(" and ").append(pods.size() - 1).append(" more");
            text.append(pods.size() > 1 ? " wait:\n" : " waits:\n");
            var table = new TextTable("    ").row("NODES", "CLASS", "REASONS");
            for (var refusal : refusals) {
                table.row(
                        Integer.toString(refusal.nodes()),
                        refusal.nodeClass(),
                        String.join(
                                "; ",
                                refusal.reasons().stream()
                                        .map(each -> each.nodes() + " " + each.reason())
                                        .toList()));
            }
            text.append(table);
        });
    }

    private void resizes(SimulationReport report, StringBuilder text) {
        var resizes = report.result().after().resizes();
        if (resizes.isEmpty()) return;
        var table = new TextTable("  ").row("RESIZE", "NODE", "RESULT", "BECAUSE");
        for (var resize : shown(resizes)) {
            var word = FateText.verdict(resize.verdict());
            table.row(
                    resize.qualifiedName(),
                    resize.node().isEmpty() ? "-" : resize.node(),
                    resize.verdict() == ResizeFate.Verdict.DONE ? paint.good(word) : paint.bad(word),
                    FateText.resize(resize));
        }
        text.append('\n').append(table);
        more(resizes.size(), text);
    }

    private void refusals(SimulationReport report, StringBuilder text) {
        var table = new TextTable("  ");
        report.result().refused().forEach((object, why) -> table.row(paint.bad("refused"), object, why));
        report.result().after().refusals().forEach((workload, why) -> table.row(paint.bad("no pods"), workload, why));
        report.result().after().blocked().forEach((pod, why) -> table.row(paint.bad("not evicted"), pod, why));
        if (!table.isEmpty()) text.append('\n').append(table);
    }

    private static void capacity(SimulationReport report, StringBuilder text) {
        var before = report.before();
        var after = report.after();
        var table = new TextTable("  ")
                .row("CAPACITY", "BEFORE", "AFTER")
                .row("nodes", "" + before.nodes().size(), "" + after.nodes().size())
                .row("pods", "" + before.pods(), "" + after.pods())
                .row("cpu requested", cpu(before), cpu(after))
                .row("memory requested", memory(before), memory(after))
                .row(
                        "cpu limits",
                        FateText.cpu(before.limits().milliCpu()),
                        FateText.cpu(after.limits().milliCpu()))
                .row(
                        "memory limits",
                        FateText.memory(before.limits().memory()),
                        FateText.memory(after.limits().memory()));
        for (var i = 0; i < before.largest().size(); i++) {
            var shape = before.largest().get(i);
            table.row(
                    "largest pod, " + FateText.memory(shape.memoryPerCpu()) + " for each cpu",
                    largest(shape),
                    largest(after.largest().get(i)));
        }
        text.append('\n').append(table);
    }

    private static String cpu(ClusterCapacity capacity) {
        return FateText.cpu(capacity.requestedMilliCpu()) + " of " + FateText.cpu(capacity.milliCpu());
    }

    private static String memory(ClusterCapacity capacity) {
        return FateText.memory(capacity.requestedMemory()) + " of " + FateText.memory(capacity.memory());
    }

    private static String largest(ClusterCapacity.LargestPod pod) {
        return pod.milliCpu() == 0
                ? "none"
                : FateText.cpu(pod.milliCpu()) + ", " + FateText.memory(pod.memory()) + " on " + pod.node();
    }

    private void doubts(List<Doubt> doubts, StringBuilder text) {
        if (doubts.isEmpty()) return;
        text.append("\n  Taken for given, or not known:\n");
        for (var doubt : doubts) {
            text.append("  - ")
                    .append(paint.faint(doubt.id()))
                    .append(": ")
                    .append(doubt.text())
                    .append('\n');
        }
    }
}
