package dev.plimsoll.cli.usage;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusSeriesOptions;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the recorded use of the pods of a cluster comes from. */
public final class RecordedUsageOptions {
    @Option(
            names = "--usage",
            paramLabel = "FILE",
            description =
                    "Recorded use of containers: CSV, perhaps compressed, - for standard input. The columns are those of "
                            + "plimsoll backtest, and namespace where pods of several have the same name.")
    private String file = "";

    @Mixin
    private final PrometheusSeriesOptions prometheus = new PrometheusSeriesOptions();

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "7",
            description = "With --prometheus: how many days back (default: ${DEFAULT-VALUE}).")
    private int days = 7;

    @Option(
            names = "--history-resolution",
            paramLabel = "TIME",
            defaultValue = "5m",
            description = "With --prometheus: how finely (default: ${DEFAULT-VALUE}).")
    private String resolution = "5m";

    /** What came of it. */
    public sealed interface Outcome {
        /** No recording was named. */
        record None() implements Outcome {}

        /**
         * All of it.
         *
         * @param notes what was passed over
         */
        record Recorded(RecordedUsage usage, List<String> notes) implements Outcome {}

        /** It cannot be read. */
        record Unreadable(List<String> problems) implements Outcome {}
    }

    /**
     * Reads what was chosen.
     *
     * @param namespaces those of the cluster; Prometheus is asked for one after the other
     */
    public Outcome read(Collection<String> namespaces, Console console) throws InterruptedException {
        if (!file.isEmpty() && prometheus.isChosen()) return unreadable("give either --usage or --prometheus");
        if (!file.isEmpty()) return csv(console);
        return prometheus.isChosen() ? history(namespaces, console) : new Outcome.None();
    }

    private Outcome csv(Console console) {
        var usage = new RecordedUsage.Builder();
        var read = new UsageRecording(file, console)
                .read((time, namespace, workload, pod, container, milliCores, bytes) ->
                        usage.add(new UsageSeries.Id(namespace, workload, pod, container), time, milliCores, bytes));
        return switch (read) {
            case UsageRead.Malformed(var problems) -> new Outcome.Unreadable(problems);
            case UsageRead.Done(var _, var notes) -> new Outcome.Recorded(usage.build(), notes);
        };
    }

    private Outcome history(Collection<String> namespaces, Console console) throws InterruptedException {
        if (days < 1) return unreadable("--days " + days + ": write at least 1");
        return switch (HistoryRange.parse(days + "d", resolution, Instant.now())) {
            case HistoryRange.Parsed.Wrong(var problem) -> unreadable(problem);
            case HistoryRange.Parsed.Ok(var range)
            when range.isTooFine() ->
                unreadable(
                        "--history-resolution " + resolution
                                + ": Prometheus answers with 11,000 points of a series at most; make it coarser, or --days fewer");
            case HistoryRange.Parsed.Ok(var range) ->
                switch (prometheus.server()) {
                    case PrometheusSeriesOptions.Chosen.Wrong(var problem) -> unreadable(problem);
                    case PrometheusSeriesOptions.Chosen.Server(var server) -> {
                        try (var client = new PrometheusClient(server, (_, _, _) -> {}, Time.system())) {
                            yield new PrometheusRecording(client, range, console::progress)
                                    .read(namespaces, namespace -> prometheus.query(namespace, ".+"));
                        } finally {
                            console.progress("");
                        }
                    }
                };
        };
    }

    private static Outcome unreadable(String problem) {
        return new Outcome.Unreadable(List.of(problem));
    }
}
