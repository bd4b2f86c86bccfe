package dev.plimsoll.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.usage.RecordedUsageOptions.Outcome;
import dev.plimsoll.fakes.prometheus.FakePrometheus;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RecordedUsageOptionsTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    private Path folder;

    @CommandLine.Command
    static final class Options {
        @CommandLine.Mixin
        private final RecordedUsageOptions usage = new RecordedUsageOptions();
    }

    private static Outcome read(List<String> namespaces, String... arguments) throws InterruptedException {
        var options = new Options();
        new CommandLine(options).parseArgs(arguments);
        var console =
                new Console(InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()), false, false, false);
        return options.usage.read(namespaces, console);
    }

    private static String problem(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Unreadable.class);
        return String.join("\n", ((Outcome.Unreadable) outcome).problems());
    }

    @Test
    @DisplayName("a file with pods of several namespaces")
    void csv() throws Exception {
        var file = Files.writeString(folder.resolve("use.csv"), """
                time,namespace,workload,pod,container,cpu,memory
                2026-01-01T00:00:00Z,shop,web,web-0,app,100m,64Mi
                2026-01-01T00:00:00Z,bank,web,web-0,app,200m,32Mi
                2026-01-01T00:05:00Z,shop,web,web-0,app,300m,128Mi
                """);
        assertThat(read(List.of(), "--usage", file.toString())).isInstanceOfSatisfying(Outcome.Recorded.class, read -> {
            assertThat(read.notes()).isEmpty();
            var series = read.usage().series();
            assertThat(series).extracting(each -> each.id().namespace()).containsExactly("bank", "shop");
            assertThat(series.get(1).size()).isEqualTo(2);
            assertThat(series.get(1).milliCores(1)).isEqualTo(300);
            assertThat(series.get(1).bytes(1)).isEqualTo(128 * MEBIBYTE);
            assertThat(series.get(1).time(1) - series.get(1).time(0)).isEqualTo(300_000);
            assertThat(series.get(0).milliCores(0)).isEqualTo(200);
        });
        assertThat(read(List.of())).isEqualTo(new Outcome.None());
        assertThat(problem(read(List.of(), "--usage", folder.resolve("none.csv").toString())))
                .contains("none.csv: there is no such file");
        assertThat(problem(read(List.of(), "--usage", file.toString(), "--prometheus", "http://a")))
                .isEqualTo("give either --usage or --prometheus");
    }

    @Test
    @DisplayName("days of a Prometheus, one namespace after the other: CPU and memory of a container are one series")
    void prometheus() throws Exception {
        var all = List.of(
                new FakePrometheus.Series(
                        "shop", "web-0", "app", Map.of(), _ -> "0.25", _ -> Long.toString(64 * MEBIBYTE)),
                new FakePrometheus.Series(
                        "bank", "db-0", "db", Map.of(), _ -> "1.5", _ -> Long.toString(512 * MEBIBYTE)));
        try (var prometheus = new FakePrometheus(all)) {
            var address = prometheus.address().toString();
            var outcome =
                    read(List.of("bank", "shop"), "--prometheus", address, "--days", "2", "--history-resolution", "1h");
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Recorded.class, read -> {
                var series = read.usage().series();
                assertThat(series).extracting(each -> each.id().pod()).containsExactly("db-0", "web-0");
                assertThat(series.get(0).milliCores(0)).isEqualTo(1500);
                assertThat(series.get(1).bytes(5)).isEqualTo(64 * MEBIBYTE);
                assertThat(series.get(1).size()).isBetween(48, 49);
            });
            assertThat(prometheus.queries()).hasSize(4);
            assertThat(problem(read(List.of("shop"), "--prometheus", address, "--days", "365")))
                    .contains("11,000 points", "--days fewer");
            assertThat(problem(read(List.of("shop"), "--prometheus", address, "--days", "0")))
                    .contains("--days 0");
            assertThat(problem(read(
                            List.of("none"), "--prometheus", address, "--days", "1", "--history-resolution", "1h")))
                    .contains("no samples");
        }
    }
}
