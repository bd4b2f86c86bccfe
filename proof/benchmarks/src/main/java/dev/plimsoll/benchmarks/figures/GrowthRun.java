package dev.plimsoll.benchmarks.figures;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** {@code proof/benchmarks/run growth}: how times and memory grow with the size of what is asked about. */
final class GrowthRun {
    static final String USAGE = """
            proof/benchmarks/run growth [--save] [SERIES ...]
                                                  benchmarks at three sizes, with the exponent of their growth; --save draws them
                                                  in docs/images/growth.svg and keeps the figures in proof/benchmarks/growth.json
            """;

    private static final String SAVE = "--save";

    private final BenchmarkTree tree;
    private final PrintStream progress;
    private final List<String> problems = new ArrayList<>();

    GrowthRun(BenchmarkTree tree, PrintStream progress) {
        this.tree = tree;
        this.progress = progress;
    }

    /**
     * Runs the series that are named, or all.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    boolean run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        var isSaved = arguments.contains(SAVE);
        var names = arguments.stream().filter(each -> !each.equals(SAVE)).toList();
        for (var name : names) {
            if (List.of(GrowthSeries.values()).stream()
                    .noneMatch(each -> each.title().equals(name)))
                throw new IllegalArgumentException("growth: there is no series \"" + name + "\"; there are "
                        + String.join(
                                ", ",
                                List.of(GrowthSeries.values()).stream()
                                        .map(GrowthSeries::title)
                                        .toList()));
        }
        var file = tree.module().resolve("growth.json");
        var table = isSaved ? FigureTable.read(file) : new FigureTable(new LinkedHashMap<>());
        for (var series : GrowthSeries.values()) {
            if (!names.isEmpty() && !names.contains(series.title())) continue;
            table = table.with(measure(series));
            // After each, so that a run that is ended early keeps what it has measured.
            if (isSaved) save(table, file);
        }
        print(curves(table), out);
        problems.forEach(progress::println);
        return problems.isEmpty();
    }

    private void save(FigureTable table, Path file) throws IOException {
        table.write(file);
        Files.writeString(tree.root().resolve(Path.of("docs", "images", "growth.svg")), GrowthChart.of(curves(table)));
    }

    private FigureTable measure(GrowthSeries series) throws IOException, InterruptedException {
        var rows = new LinkedHashMap<String, FigureSamples>();
        for (var size : series.sizes()) {
            progress.println(series.title() + ": " + size + " " + series.of() + " ...");
            switch (BenchmarkRun.of(tree, series.program(), series.arguments(size))) {
                case BenchmarkRun.Result.Failed(var why) -> problems.add(why);
                case BenchmarkRun.Result.Measured(var figures) -> {
                    for (var row : series.rows()) {
                        var values = figures.stream()
                                .filter(figure -> figure.what().equals(row.figure(size)))
                                .toList();
                        if (values.isEmpty()) problems.add(series.title() + ": no figure \"" + row.figure(size) + "\"");
                        else
                            rows.put(
                                    key(row, size),
                                    FigureSamples.of(
                                            values.stream()
                                                    .mapToDouble(Figure::value)
                                                    .toArray(),
                                            values.getFirst().unit()));
                    }
                }
            }
        }
        return new FigureTable(rows);
    }

    private static String key(GrowthSeries.Row row, int size) {
        return row.title() + ": " + size;
    }

    /** One for each row of which all sizes are there. */
    static List<GrowthCurve> curves(FigureTable table) {
        var curves = new ArrayList<GrowthCurve>();
        for (var series : GrowthSeries.values()) {
            for (var row : series.rows()) {
                var points = new TreeMap<Integer, FigureSamples>();
                for (var size : series.sizes()) {
                    var samples = table.rows().get(key(row, size));
                    if (samples != null) points.put(size, samples);
                }
                if (points.size() < GrowthSeries.SIZES) continue;
                curves.add(new GrowthCurve(
                        row.title(),
                        series.of(),
                        points.firstEntry().getValue().unit(),
                        points.entrySet().stream()
                                .map(each -> new GrowthCurve.Point(
                                        each.getKey(), each.getValue().median()))
                                .toList()));
            }
        }
        return curves;
    }

    private static void print(List<GrowthCurve> curves, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%-36s %-20s %12s %12s %12s %-4s %8s %8s%n",
                "what",
                "sizes",
                "",
                "",
                "",
                "",
                "all",
                "at end");
        for (var curve : curves) {
            var points = curve.points();
            out.printf(
                    Locale.ROOT,
                    "%-36s %-20s %12s %12s %12s %-4s %8.2f %8.2f%s%n",
                    curve.title(),
                    points.getFirst().size() + " to " + points.getLast().size(),
                    FigureMarkup.number(points.get(0).value()),
                    FigureMarkup.number(points.get(1).value()),
                    FigureMarkup.number(points.get(2).value()),
                    curve.unit(),
                    curve.overall(),
                    curve.exponent(),
                    curve.isSteep() ? "  above n log n" : "");
        }
    }
}
