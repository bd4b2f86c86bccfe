package dev.plimsoll.benchmarks.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of all benchmarks with their samples.
 *
 * @param rows by name, {@code BENCHMARK: ROW}, in the order in which they were measured
 */
record FigureTable(Map<String, FigureSamples> rows) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    FigureTable {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }

    /** Gathers figures of several runs. */
    static final class Collector {
        private final Map<String, List<Figure>> samples = new LinkedHashMap<>();

        void add(BenchmarkProgram program, List<Figure> figures) {
            for (var figure : figures)
                samples.computeIfAbsent(program.title() + ": " + figure.what(), _ -> new ArrayList<>())
                        .add(figure);
        }

        FigureTable table() {
            var rows = new LinkedHashMap<String, FigureSamples>();
            samples.forEach((name, figures) -> rows.put(
                    name,
                    FigureSamples.of(
                            figures.stream().mapToDouble(Figure::value).toArray(),
                            figures.getFirst().unit())));
            return new FigureTable(rows);
        }
    }

    /** This table with the rows of another one in place of its own of the same names. */
    FigureTable with(FigureTable other) {
        var all = new LinkedHashMap<>(rows);
        all.putAll(other.rows);
        return new FigureTable(all);
    }

    static FigureTable read(Path file) throws IOException {
        var rows = new LinkedHashMap<String, FigureSamples>();
        if (!Files.exists(file)) return new FigureTable(rows);
        JSON.readTree(file.toFile())
                .path("rows")
                .properties()
                .forEach(each -> rows.put(
                        each.getKey(),
                        new FigureSamples(
                                each.getValue().path("median").asDouble(),
                                each.getValue().path("low").asDouble(),
                                each.getValue().path("high").asDouble(),
                                each.getValue().path("samples").asInt(),
                                each.getValue().path("unit").asText())));
        return new FigureTable(rows);
    }

    void write(Path file) throws IOException {
        var root = JSON.createObjectNode();
        var all = root.putObject("rows");
        rows.forEach((name, samples) -> all.putObject(name)
                .put("median", rounded(samples.median()))
                .put("low", rounded(samples.low()))
                .put("high", rounded(samples.high()))
                .put("samples", samples.count())
                .put("unit", samples.unit()));
        Files.writeString(file, JSON.writeValueAsString(root) + "\n");
    }

    /** Four digits: more would only be noise in a file that is compared line by line. */
    private static double rounded(double value) {
        return value == 0
                ? 0
                : new java.math.BigDecimal(value)
                        .round(new java.math.MathContext(4))
                        .doubleValue();
    }
}
