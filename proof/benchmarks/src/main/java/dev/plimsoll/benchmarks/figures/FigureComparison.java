package dev.plimsoll.benchmarks.figures;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of two tables side by side.
 *
 * @param machine how long the same work of the processor takes now against before: 1.2 for a machine that is a fifth slower; 1 if unknown
 */
record FigureComparison(double machine, List<Row> rows) {
    /** The row that tells how fast the machine is. */
    static final String MACHINE = BenchmarkProgram.MACHINE.title() + ": " + MachineSpeed.ROW;

    /** What differs by less says nothing, however close the samples lie together. */
    private static final double LEAST_NOISE = 0.10;

    FigureComparison {
        rows = List.copyOf(rows);
    }

    /** What a row says against the one before. */
    enum Verdict {
        NEW("new"),
        SAME(""),
        FASTER("better"),
        SLOWER("WORSE");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param before null where there is nothing to compare with
     * @param gain how much better: 2 is twice the rate or half the time, with the machine's own speed taken out
     */
    record Row(String name, @Nullable FigureSamples before, FigureSamples after, double gain, Verdict verdict) {}

    static FigureComparison of(FigureTable before, FigureTable after) {
        var machine = machine(before, after);
        var rows = new ArrayList<Row>();
        after.rows().forEach((name, samples) -> {
            if (name.equals(MACHINE)) return;
            rows.add(row(name, before.rows().get(name), samples, machine));
        });
        return new FigureComparison(machine, rows);
    }

    private static double machine(FigureTable before, FigureTable after) {
        var then = before.rows().get(MACHINE);
        var now = after.rows().get(MACHINE);
        return then == null || now == null || then.median() == 0 ? 1 : now.median() / then.median();
    }

    private static Row row(String name, @Nullable FigureSamples before, FigureSamples after, double machine) {
        if (before == null || !before.unit().equals(after.unit()) || before.median() == 0 || after.median() == 0)
            return new Row(name, before, after, 1, Verdict.NEW);
        var gain = Figure.isRate(after.unit()) ? after.median() / before.median() : before.median() / after.median();
        if (Figure.isSpeed(after.unit())) gain *= machine;
        var noise = Math.max(LEAST_NOISE, before.spread() + after.spread());
        var verdict = gain < 1 / (1 + noise) ? Verdict.SLOWER : gain > 1 + noise ? Verdict.FASTER : Verdict.SAME;
        return new Row(name, before, after, gain, verdict);
    }

    List<Row> slower() {
        return rows.stream().filter(row -> row.verdict() == Verdict.SLOWER).toList();
    }
}
