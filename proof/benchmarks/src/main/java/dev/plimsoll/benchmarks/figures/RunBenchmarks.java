package dev.plimsoll.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code proof/benchmarks/run}: one benchmark, all of them, or two trees or servers compared. */
public final class RunBenchmarks {
    private static final int FINE = 0;
    private static final int SLOWER = 1;
    private static final int NOT_MEASURED = 2;

    private final BenchmarkTree here;

    private RunBenchmarks(BenchmarkTree here) {
        this.here = here;
    }

    /**
     * Runs what the user asked for.
     *
     * @param arguments the root of the tree, then what the user gave
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var given = new ArrayList<>(List.of(arguments));
        var runner = new RunBenchmarks(new BenchmarkTree(Path.of(given.removeFirst())));
        System.exit(runner.run(given));
    }

    private int run(List<String> arguments) throws IOException, InterruptedException {
        var name = arguments.isEmpty() ? "" : arguments.getFirst();
        var rest = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        if (name.equals("help") || name.equals("--help")) return help();
        try {
            if (name.equals("all")) return all(MeasureOptions.parse(false, rest));
            if (name.equals("growth"))
                return new GrowthRun(here, System.err).run(rest, System.out) ? FINE : NOT_MEASURED;
            if (name.equals("compare")) return compare(MeasureOptions.parse(true, rest));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + MeasureOptions.USAGE + GrowthRun.USAGE);
            return NOT_MEASURED;
        }
        var program = BenchmarkProgram.named(name);
        return program.isPresent()
                ? BenchmarkRun.inForeground(here, program.get(), rest)
                : BenchmarkRun.inForeground(here, BenchmarkProgram.JMH, arguments); // a pattern of JMH's
    }

    private static int help() {
        System.out.println("proof/benchmarks/run NAME ..., one benchmark:");
        for (var program : BenchmarkProgram.values()) System.out.println("  " + program.help());
        System.out.println();
        System.out.print(MeasureOptions.USAGE);
        System.out.print(GrowthRun.USAGE);
        return FINE;
    }

    private int all(MeasureOptions options) throws IOException, InterruptedException {
        var measured = new Measurement("this tree", here, List.of(), System.err);
        for (var round = 0; round < options.repeats(); round++)
            for (var program : options.programs()) measured.run(program);
        var before = FigureTable.read(here.committed());
        var table = measured.table();
        if (options.json() != null) table.write(options.json());
        if (options.isSaved()) before.with(table).write(here.committed());
        return told("last time", before, "today", table, measured.problems());
    }

    private int compare(MeasureOptions options) throws IOException, InterruptedException {
        if (options.kubeconfig() != null) return compareServers(options, options.kubeconfig());
        var first = options.commits().getFirst();
        var second = options.commits().getLast();
        try (var left = checkedOut(first);
                var right = checkedOut(second)) {
            return compare(
                    options,
                    new Measurement(first, left == null ? here : left.tree(), List.of(), System.err),
                    new Measurement(second, right == null ? here : right.tree(), List.of(), System.err),
                    first,
                    second);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return NOT_MEASURED;
        }
    }

    private @org.jspecify.annotations.Nullable CommitTree checkedOut(String commit)
            throws IOException, InterruptedException {
        if (commit.equals(".")) return null;
        System.err.println(commit + ": building ...");
        return CommitTree.of(here, commit);
    }

    private int compareServers(MeasureOptions options, Path kubeconfig) throws IOException, InterruptedException {
        return compare(
                options,
                new Measurement("given", here, List.of("--kubeconfig", kubeconfig.toString()), System.err),
                new Measurement("ours", here, List.of(), System.err),
                "given",
                "ours");
    }

    /** In turn, and the other way round the next time, so that neither side always meets the warmer machine. */
    private static int compare(
            MeasureOptions options, Measurement left, Measurement right, String leftName, String rightName)
            throws IOException, InterruptedException {
        for (var round = 0; round < options.repeats(); round++) {
            for (var program : options.programs()) {
                var sides = round % 2 == 0 ? List.of(left, right) : List.of(right, left);
                for (var side : sides) side.run(program);
            }
        }
        var problems = new ArrayList<>(left.problems());
        problems.addAll(right.problems());
        var after = right.table();
        if (options.json() != null) after.write(options.json());
        return told(leftName, left.table(), rightName, after, problems);
    }

    private static int told(
            String beforeName, FigureTable before, String afterName, FigureTable after, List<String> problems) {
        var comparison = FigureComparison.of(before, after);
        new FigureReport(System.out, beforeName, afterName).print(comparison);
        problems.forEach(System.err::println);
        if (!problems.isEmpty()) return NOT_MEASURED;
        return comparison.slower().isEmpty() ? FINE : SLOWER;
    }
}
