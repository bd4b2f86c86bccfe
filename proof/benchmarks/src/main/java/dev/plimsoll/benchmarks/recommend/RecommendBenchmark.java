package dev.plimsoll.benchmarks.recommend;

import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.fakes.prometheus.FakePrometheus;
import dev.plimsoll.fakes.prometheus.FakePrometheus.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * {@code proof/benchmarks/run recommend}: {@code plimsoll recommend} over many workloads with eight days of history from a Prometheus. This process
 * answers for the API server and for Prometheus, on the same machine.
 */
public final class RecommendBenchmark {
    private static final int HOURS = 8 * 24;
    private static final int VALUES = 4096;
    private static final long MIB = 1L << 20;

    private RecommendBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var launcher = arguments[0];
        var workloads = number(arguments, 1, 5000);
        var podsEach = number(arguments, 2, 3);
        var namespaces = number(arguments, 3, 50);
        var folder = Files.createTempDirectory("recommend");
        try (var cluster = new ListedCluster(workloads, podsEach, namespaces);
                var prometheus = new FakePrometheus(series(cluster, workloads, podsEach))) {
            var config = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
            say(workloads + " workloads, " + workloads * podsEach + " pods of 2 containers in " + namespaces
                    + " namespaces, " + HOURS + " hours of history");
            for (var output : List.of("json", "html")) measure(launcher, config, prometheus, output, folder);
        }
    }

    private static void measure(String launcher, Path config, FakePrometheus prometheus, String output, Path folder)
            throws IOException, InterruptedException {
        var file = folder.resolve("report." + output);
        var begun = System.nanoTime();
        var process = new ProcessBuilder(
                        launcher,
                        "recommend",
                        "--kubeconfig",
                        config.toString(),
                        "--prometheus",
                        prometheus.address().toString(),
                        "-o",
                        output)
                .redirectOutput(file.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var exit = process.waitFor();
        var took = Duration.ofNanos(System.nanoTime() - begun);
        if (exit != 0) throw new IllegalStateException("it ended with " + exit);
        FigureFile.add("report as " + output, took.toMillis() / 1000.0, "s");
        say(String.format(
                Locale.ROOT,
                "%s: %.1f s, a report of %.1f MB",
                output,
                took.toMillis() / 1000.0,
                Files.size(file) / 1e6));
    }

    private static List<Series> series(ListedCluster cluster, int workloads, int podsEach) {
        var random = new Random(1);
        var cores = new String[VALUES];
        var bytes = new String[VALUES];
        for (var i = 0; i < VALUES; i++) {
            cores[i] = Double.toString(0.01 + random.nextDouble() * 0.6);
            bytes[i] = Long.toString(100 * MIB + random.nextLong(800 * MIB));
        }
        var all = new ArrayList<Series>();
        for (var pod = 0; pod < workloads * podsEach; pod++) {
            for (var container : List.of("app", "proxy")) {
                var offset = random.nextInt(VALUES);
                all.add(new Series(
                        cluster.namespace(pod / podsEach),
                        cluster.pod(pod),
                        container,
                        Map.of(),
                        seconds -> cores[(int) ((seconds / 3600 + offset) % VALUES)],
                        seconds -> bytes[(int) ((seconds / 3600 + offset) % VALUES)]));
            }
        }
        return all;
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
