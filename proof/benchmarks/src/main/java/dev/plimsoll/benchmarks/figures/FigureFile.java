package dev.plimsoll.benchmarks.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a benchmark writes its figures, one JSON object a line, besides what it prints: the file that the system property
 * {@value #PROPERTY} names. Without it nothing is written.
 */
public final class FigureFile {
    static final String PROPERTY = "plimsoll.figures";

    private static final ObjectMapper JSON = new ObjectMapper();

    private FigureFile() {}

    /** Writes one figure. A row may be written several times: each is a sample of it. */
    public static void add(String what, double value, String unit) {
        var file = System.getProperty(PROPERTY, "");
        if (file.isEmpty()) return;
        var figure = new Figure(what, value, unit);
        var line = JSON.createObjectNode()
                .put("what", figure.what())
                .put("value", figure.value())
                .put("unit", figure.unit());
        try {
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The figures in a file; none if a benchmark wrote none. */
    static List<Figure> read(Path file) throws IOException {
        if (!Files.exists(file)) return List.of();
        var figures = new ArrayList<Figure>();
        for (var line : Files.readAllLines(file)) {
            var row = JSON.readTree(line);
            figures.add(new Figure(
                    row.path("what").asText(),
                    row.path("value").asDouble(),
                    row.path("unit").asText()));
        }
        return figures;
    }

    /** The figures in a report of JMH: time and memory of each benchmark with its parameters. */
    static List<Figure> readJmh(Path file) throws IOException {
        if (!Files.exists(file)) return List.of();
        var figures = new ArrayList<Figure>();
        for (var row : JSON.readTree(file.toFile())) {
            var name = new StringBuilder(
                    row.path("benchmark").asText().replaceAll("^.*\\.([^.]+)Benchmark\\.([^.]+)$", "$1 $2"));
            row.path("params")
                    .properties()
                    .forEach(each -> name.append(", ")
                            .append(each.getKey())
                            .append(' ')
                            .append(each.getValue().asText()));
            var metric = row.path("primaryMetric");
            figures.add(new Figure(
                    name.toString(),
                    metric.path("score").asDouble(),
                    metric.path("scoreUnit").asText().replace("/op", "").replace("us", "µs")));
            var allocated =
                    row.path("secondaryMetrics").path("gc.alloc.rate.norm").path("score");
            if (allocated.isNumber()) figures.add(new Figure(name + ", allocated", allocated.asDouble(), "B"));
        }
        return figures;
    }
}
