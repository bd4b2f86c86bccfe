package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Doubt;
import dev.plimsoll.cli.simulate.cluster.LevelConsolidation;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import java.util.List;
import java.util.Locale;

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
        usage(report, text);
        consolidation(report.result().consolidations(), text);
        doubts(report.result().doubts(), text);
        return text.toString();
    }

    private String summary(SimulationReport report) {
        var failed = report.failed();
        if (failed.isEmpty()) return paint.good(report.summary());
        return paint.bad(report.summary() + " Fails on "
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

    private static void reasons(SimulationReport report, StringBuilder text) {
        report.reasons().forEach((refusals, pods) -> {
            text.append("\n  Why ").append(pods.getFirst());
            if (pods.size() > 1) text.append(" and ").append(pods.size() - 1).append(" more");
            text.append(pods.size() > 1 ? " wait:\n" : " waits:\n");
            var table = new TextTable("    ").row("NODES", "CLASS", "REASONS");
            for (var refusal : refusals) {
                table.row(Integer.toString(refusal.nodes()), refusal.nodeClass(), FateText.reasons(refusal));
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
        var table = new TextTable("  ").row("CAPACITY", "BEFORE", "AFTER");
        for (var row : CapacityRow.of(report.before(), report.after()))
            table.row(row.name(), row.before(), row.after());
        text.append('\n').append(table);
    }

    private void usage(SimulationReport report, StringBuilder text) {
        var usage = report.usage();
        if (usage.isEmpty()) return;
        text.append("\n  Under the use that was recorded from ")
                .append(usage.get().span())
                .append(":\n");
        var table = new TextTable("  ")
                .row(UsageReport.NAMES.stream()
                        .map(name -> name.toUpperCase(Locale.ROOT))
                        .toArray(String[]::new));
        for (var row : shown(usage.get().rows())) table.row(row.cells().toArray(String[]::new));
        text.append(table);
        more(usage.get().rows().size(), text);
    }

    private void consolidation(List<LevelConsolidation> levels, StringBuilder text) {
        if (levels.isEmpty()) return;
        var table = new TextTable("  ")
                .row("CONSOLIDATION", "NODES", "NEEDED", "AT LEAST", "PODS MOVED", "NOT SURE", "WAITING");
        for (var level : levels) {
            var outcome = level.outcome();
            table.row(
                    level.level(),
                    "" + outcome.nodes(),
                    "" + outcome.needed(),
                    "" + outcome.lowerBound(),
                    "" + outcome.moved(),
                    "" + outcome.doubtful().size(),
                    "" + level.waiting());
        }
        text.append('\n').append(table);
        for (var level : levels) {
            var outcome = level.outcome();
            text.append("\n  At ").append(level.level());
            if (outcome.drained().isEmpty()) text.append(" no node can go.\n");
            else
                text.append(" these nodes can go, in this order: ")
                        .append(String.join(", ", shown(outcome.drained())))
                        .append(
                                outcome.drained().size()
                                                > shown(outcome.drained()).size()
                                        ? ", ...\n"
                                        : "\n");
            var kept = new TextTable("    ").row("NODE", "STAYS BECAUSE");
            var entries = List.copyOf(outcome.kept().entrySet());
            for (var entry : shown(entries)) kept.row(entry.getKey(), entry.getValue());
            if (!entries.isEmpty()) text.append(kept);
            more(entries.size(), text);
        }
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
