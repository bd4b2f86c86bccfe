package dev.plimsoll.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.benchmarks.figures.FigureComparison.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureComparisonTest {
    private static FigureTable table(Figure... figures) {
        var collector = new FigureTable.Collector();
        collector.add(BenchmarkProgram.REQUESTS, List.of(figures));
        return collector.table();
    }

    private static FigureTable onMachine(double millis, Figure... figures) {
        var collector = new FigureTable.Collector();
        collector.add(BenchmarkProgram.MACHINE, List.of(new Figure(MachineSpeed.ROW, millis, "ms")));
        collector.add(BenchmarkProgram.REQUESTS, List.of(figures));
        return collector.table();
    }

    private static FigureComparison.Row only(FigureTable before, FigureTable after) {
        var rows = FigureComparison.of(before, after).rows();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @Test
    @DisplayName("a rate that falls and a time that rises by more than the noise are worse, the other way round better")
    void worse() {
        assertThat(only(table(new Figure("get", 1000, "/s")), table(new Figure("get", 800, "/s")))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
        assertThat(only(table(new Figure("get", 100, "ms")), table(new Figure("get", 125, "ms")))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
        assertThat(only(table(new Figure("get", 100, "ms")), table(new Figure("get", 80, "ms")))
                        .verdict())
                .isEqualTo(Verdict.FASTER);
        assertThat(only(table(new Figure("get", 100, "MB")), table(new Figure("get", 105, "MB")))
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    @DisplayName("samples that lie far apart are noise, and a difference within it says nothing")
    void noise() {
        var before = table(new Figure("get", 60, "µs"), new Figure("get", 100, "µs"), new Figure("get", 140, "µs"));
        assertThat(only(before, table(new Figure("get", 130, "µs"))).verdict()).isEqualTo(Verdict.SAME);
        assertThat(only(before, table(new Figure("get", 200, "µs"))).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    @DisplayName("a slower machine makes times longer and takes no part in memory")
    void machine() {
        var before = onMachine(100, new Figure("get", 100, "µs"));
        var after = onMachine(150, new Figure("get", 150, "µs"));
        var row = only(before, after);
        assertThat(row.verdict()).isEqualTo(Verdict.SAME);
        assertThat(row.gain()).isCloseTo(1, within(1e-9));
        assertThat(only(onMachine(100, new Figure("heap", 100, "MB")), onMachine(150, new Figure("heap", 150, "MB")))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    @DisplayName("a row that was not there, or has another unit now, is new and never worse")
    void unknown() {
        assertThat(only(table(), table(new Figure("get", 1, "ms"))).verdict()).isEqualTo(Verdict.NEW);
        assertThat(only(table(new Figure("get", 1, "s")), table(new Figure("get", 900, "ms")))
                        .verdict())
                .isEqualTo(Verdict.NEW);
    }

    @Test
    @DisplayName("a table is the same after it was written and read, and rows that were not measured again stay")
    void file(@TempDir Path folder) throws IOException {
        var file = folder.resolve("figures.json");
        var kept = table(new Figure("get", 12, "µs"), new Figure("get", 14, "µs"), new Figure("create", 80, "µs"));
        kept.write(file);
        assertThat(FigureTable.read(file)).isEqualTo(kept);
        var merged = FigureTable.read(file).with(table(new Figure("get", 10, "µs")));
        assertThat(merged.rows()).containsEntry("requests: get", FigureSamples.of(new double[] {10}, "µs"));
        assertThat(merged.rows()).containsKey("requests: create");
        assertThat(FigureTable.read(folder.resolve("none")).rows()).isEmpty();
    }

    @Test
    @DisplayName("reports of JMH give time and memory of each benchmark")
    void jmh(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("jmh.json"), """
                [{"benchmark":"dev.plimsoll.benchmarks.ResizeStepBenchmark.wholeResize","params":{"pods":"110"},
                "primaryMetric":{"score":120.5,"scoreUnit":"us/op"},
                "secondaryMetrics":{"gc.alloc.rate.norm":{"score":2048.0,"scoreUnit":"B/op"}}}]""");
        assertThat(FigureFile.readJmh(file))
                .containsExactly(
                        new Figure("ResizeStep wholeResize, pods 110", 120.5, "µs"),
                        new Figure("ResizeStep wholeResize, pods 110, allocated", 2048, "B"));
    }

    @Test
    @DisplayName("the report marks what is worse and counts it")
    void report() {
        var text = new ByteArrayOutputStream();
        new FigureReport(new PrintStream(text, true, StandardCharsets.UTF_8), "last time", "today")
                .print(FigureComparison.of(
                        table(new Figure("get", 1000, "/s"), new Figure("create", 50, "µs")),
                        table(new Figure("get", 500, "/s"), new Figure("create", 50, "µs"))));
        assertThat(text.toString(StandardCharsets.UTF_8))
                .contains("requests: get", "WORSE", "2 rows, 1 worse by more than the noise");
    }

    @Test
    @DisplayName("options that are wrong are refused with what would be right")
    void options() {
        assertThat(MeasureOptions.parse(true, List.of("HEAD~1", ".")).commits()).containsExactly("HEAD~1", ".");
        assertThat(MeasureOptions.parse(false, List.of("--only", "requests")).programs())
                .containsExactlyInAnyOrder(BenchmarkProgram.MACHINE, BenchmarkProgram.REQUESTS);
        assertThatThrownBy(() -> MeasureOptions.parse(true, List.of("HEAD"))).hasMessageContaining("two commits");
        assertThatThrownBy(() -> MeasureOptions.parse(false, List.of("--only", "lod")))
                .hasMessageContaining("no benchmark \"lod\"; there are machine, requests");
        assertThatThrownBy(() -> MeasureOptions.parse(false, List.of("--repeats", "0")))
                .hasMessageContaining("from 1 to 99");
        assertThatThrownBy(() -> MeasureOptions.parse(true, List.of("A", "B", "--save")))
                .hasMessageContaining("--save goes with all");
    }
}
