package dev.plimsoll.benchmarks.up;

import dev.plimsoll.benchmarks.figures.FigureFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;

/**
 * {@code proof/benchmarks/run up [STARTS PODS]}: {@code plimsoll up} with three nodes on the embedded store, over TLS. Cold is a start
 * in an empty folder without the prepared classes, as on a machine that has only just been given them; warm is any other.
 */
public final class UpBenchmark {
    private UpBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        var launcher = Path.of(arguments[0]);
        var starts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        var pods = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 300;
        var folder = Files.createTempDirectory("plimsoll-up");
        try {
            start("cold", folder, launcher, false).close();
            for (var i = 1; i < starts; i++)
                start("warm", folder, launcher, true).close();
            try (var cluster = start("warm", folder, launcher, true)) {
                var times = new PodTimes(cluster.client());
                times.measure(pods, false); // until everything is compiled
                times.measure(pods, true);
                System.out.printf(Locale.ROOT, "resident after %d pods: %d MB%n", 2 * pods, cluster.resident() >> 20);
            }
        } finally {
            delete(folder);
        }
    }

    private static Started start(String how, Path folder, Path launcher, boolean hasClasses) throws IOException {
        var cluster = Started.in(folder, launcher, hasClasses);
        FigureFile.add("ready, " + how, cluster.readyNanos() / 1e9, "s");
        FigureFile.add("resident when ready, " + how, cluster.resident() / 1e6, "MB");
        System.out.printf(
                Locale.ROOT,
                "%s: ready in %.2f s, %d MB resident%n",
                how,
                cluster.readyNanos() / 1e9,
                cluster.resident() >> 20);
        return cluster;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
