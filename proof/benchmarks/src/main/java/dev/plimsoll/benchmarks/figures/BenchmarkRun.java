package dev.plimsoll.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one benchmark of a tree in a process of its own and reads the figures that it wrote. */
final class BenchmarkRun {
    /** A benchmark that takes longer hangs. */
    private static final int MINUTES = 10;

    private BenchmarkRun() {}

    /** What came of a run. */
    sealed interface Result {
        record Measured(List<Figure> figures) implements Result {}

        record Failed(String why) implements Result {}
    }

    static Result of(BenchmarkTree tree, BenchmarkProgram program, List<String> arguments)
            throws IOException, InterruptedException {
        var figures = Files.createTempFile("plimsoll-figures", ".json");
        Files.delete(figures);
        var log = tree.results().resolve(program.title() + ".log");
        var isJmh = program == BenchmarkProgram.JMH;
        var all = new java.util.ArrayList<>(arguments);
        if (isJmh) all.addAll(List.of("-rf", "json", "-rff", figures.toString()));
        var command = tree.command(program, List.of("-D" + FigureFile.PROPERTY + "=" + figures), all);
        try {
            var process = new ProcessBuilder(command)
                    .directory(tree.root().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            var problem = end(process);
            if (!problem.isEmpty()) return new Result.Failed(program.title() + " " + problem + "; its output: " + log);
            var found = isJmh ? FigureFile.readJmh(figures) : FigureFile.read(figures);
            return found.isEmpty()
                    ? new Result.Failed(program.title() + " wrote no figure; its output: " + log)
                    : new Result.Measured(found);
        } finally {
            Files.deleteIfExists(figures);
        }
    }

    private static String end(Process process) throws InterruptedException {
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) return "did not end within " + MINUTES + " minutes";
            return process.exitValue() == 0 ? "" : "ended with " + process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroyForcibly();
        }
    }

    /** Runs a benchmark in the terminal, as a user asked for it alone; returns its exit code. */
    static int inForeground(BenchmarkTree tree, BenchmarkProgram program, List<String> arguments)
            throws IOException, InterruptedException {
        return new ProcessBuilder(tree.command(program, List.of(), arguments))
                .directory(Path.of("").toAbsolutePath().toFile())
                .inheritIO()
                .start()
                .waitFor();
    }
}
