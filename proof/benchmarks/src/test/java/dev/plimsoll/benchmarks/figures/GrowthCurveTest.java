package dev.plimsoll.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GrowthCurveTest {
    private static GrowthCurve curve(double... values) {
        return new GrowthCurve(
                "a <b>",
                "pods",
                "ms",
                List.of(
                        new GrowthCurve.Point(500, values[0]),
                        new GrowthCurve.Point(5_000, values[1]),
                        new GrowthCurve.Point(50_000, values[2])));
    }

    @Test
    @DisplayName("ten times as much in ten times the time is exponent 1, in a hundred times the time exponent 2")
    void exponent() {
        assertThat(curve(1, 10, 100).exponent()).isCloseTo(1, within(1e-9));
        assertThat(curve(1, 10, 1000).exponent()).isCloseTo(2, within(1e-9));
        assertThat(curve(1, 10, 1000).overall()).isCloseTo(1.5, within(1e-9));
        assertThat(curve(7, 7, 7).exponent()).isZero();
        assertThatThrownBy(() -> curve(0, 1, 1)).hasMessageContaining("no curve");
    }

    @Test
    @DisplayName("what grows faster than n log n is marked")
    void steep() {
        assertThat(curve(1, 10, 120).isSteep()).isFalse();
        assertThat(curve(1, 10, 135).isSteep()).isTrue();
        assertThat(GrowthChart.of(List.of(curve(1, 10, 135)))).contains("class=\"faint steep\"");
    }

    @Test
    @DisplayName("the drawing is XML with a line and three points for each curve, inside of its frame")
    void drawing() throws Exception {
        var svg = GrowthChart.of(List.of(curve(1, 10, 100), curve(5, 4, 6), curve(0.001, 5, 9000), curve(1, 1, 1)));
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(12);
        for (var i = 0; i < 12; i++) {
            var circle = document.getElementsByTagName("circle").item(i).getAttributes();
            assertThat(Double.parseDouble(circle.getNamedItem("cx").getNodeValue()))
                    .isBetween(20.0, 280.0);
            assertThat(Double.parseDouble(circle.getNamedItem("cy").getNodeValue()))
                    .isBetween(45.0, 180.0);
        }
        assertThat(svg).contains("a &lt;b&gt;", "exponent 1.00, 1.00 at the end");
    }

    @Test
    @DisplayName("curves are made of what was measured at all sizes")
    void curves() {
        var rows = new LinkedHashMap<String, FigureSamples>();
        var series = GrowthSeries.RESIZE;
        for (var size : series.sizes())
            rows.put(series.rows().getFirst().title() + ": " + size, FigureSamples.of(new double[] {size}, "µs"));
        rows.put("autoscaler: first round: 100", FigureSamples.of(new double[] {1}, "s"));
        var curves = GrowthRun.curves(new FigureTable(rows));
        assertThat(curves).singleElement().satisfies(curve -> {
            assertThat(curve.title()).isEqualTo("node: one whole resize");
            assertThat(curve.exponent()).isCloseTo(1, within(1e-9));
        });
        assertThat(series.arguments(50)).contains("pods=50");
        assertThat(GrowthSeries.SNAPSHOT.arguments(5_000)).containsExactly("500", "5000");
    }

    @Test
    @DisplayName("a series that is none is refused with those that there are")
    void unknown() {
        var run = new GrowthRun(
                new BenchmarkTree(Path.of(".")),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        assertThatThrownBy(() -> run.run(List.of("nodes"), System.out))
                .hasMessageContaining("no series \"nodes\"; there are snapshot, simulate");
    }
}
