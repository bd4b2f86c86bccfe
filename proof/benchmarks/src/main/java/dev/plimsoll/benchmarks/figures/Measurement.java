package dev.plimsoll.benchmarks.figures;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** One side of a comparison: benchmarks of one tree, run one at a time, with what could not be measured. */
final class Measurement {
    private final String name;
    private final BenchmarkTree tree;
    private final List<String> serverOptions;
    private final PrintStream progress;
    private final FigureTable.Collector collector = new FigureTable.Collector();
    private final List<String> problems = new ArrayList<>();

    /** @param serverOptions further arguments for the load on an API server */
    Measurement(String name, BenchmarkTree tree, List<String> serverOptions, PrintStream progress) {
        this.name = name;
        this.tree = tree;
        this.serverOptions = List.copyOf(serverOptions);
        this.progress = progress;
    }

    void run(BenchmarkProgram program) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        progress.print(name + ": " + program.title() + " ...");
        progress.flush();
        var arguments = new ArrayList<>(program.inAll());
        if (program == BenchmarkProgram.APISERVER) arguments.addAll(serverOptions);
        switch (BenchmarkRun.of(tree, program, arguments)) {
            case BenchmarkRun.Result.Measured(var figures) -> collector.add(program, figures);
            case BenchmarkRun.Result.Failed(var why) -> problems.add(name + ": " + why);
        }
        progress.println(" " + (System.nanoTime() - begun) / 1_000_000_000L + " s");
    }

    FigureTable table() {
        return collector.table();
    }

    List<String> problems() {
        return List.copyOf(problems);
    }
}
