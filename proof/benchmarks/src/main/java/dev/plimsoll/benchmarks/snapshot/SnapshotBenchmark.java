package dev.plimsoll.benchmarks.snapshot;

import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.SnapshotLimits;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads a generated snapshot of many nodes and pods, several times, and tells how long it took and what it keeps in memory. With a file as
 * third argument the snapshot is written there, and nothing is measured.
 */
public final class SnapshotBenchmark {
    private static final int RUNS = 5;
    private static final long SEED = 7;

    private SnapshotBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        var nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        var pods = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50_000;
        if (arguments.length > 2) {
            new GeneratedCluster(SEED, nodes, pods).write(Path.of(arguments[2]));
            return;
        }
        var folder = Files.createTempDirectory("plimsoll-snapshot");
        try {
            for (var name : List.of("cluster.json", "cluster.json.gz")) {
                var file = folder.resolve(name);
                new GeneratedCluster(SEED, nodes, pods).write(file);
                measure(file, System.out);
                Files.delete(file);
            }
        } finally {
            Files.delete(folder);
        }
    }

    private static void measure(Path file, PrintStream out) throws IOException {
        out.printf(Locale.ROOT, "%s: %.1f MB%n", file.getFileName(), Files.size(file) / 1e6);
        for (var run = 1; run <= RUNS; run++) {
            var begun = System.nanoTime();
            var cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            var snapshot = new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file));
            var seconds = (System.nanoTime() - begun) / 1e9;
            var cpuSeconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
            System.gc();
            var kept = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            FigureFile.add("read of " + file.getFileName() + ", processor time", cpuSeconds, "s");
            FigureFile.add("kept of " + file.getFileName(), kept / 1e6, "MB");
            out.printf(
                    Locale.ROOT,
                    "run %d: %.2f s (%.2f s of processor time of the thread), %,d objects, %,d pods, %d problems, %.0f MB in memory%n",
                    run,
                    seconds,
                    cpuSeconds,
                    snapshot.size(),
                    snapshot.entries(SnapshotKinds.PODS).size(),
                    snapshot.problems().size(),
                    kept / 1e6);
            if (run == 1) snapshot.problems().stream().limit(5).forEach(out::println);
        }
    }
}
