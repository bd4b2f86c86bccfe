package dev.plimsoll.cli.usage;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusSeriesOptions;
import dev.plimsoll.client.pace.Time;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where in Prometheus the recording is; names and defaults are those of the recommender's flags where it has them. */
public final class PrometheusSourceOptions {
    @Mixin
    private final PrometheusSeriesOptions prometheus = new PrometheusSeriesOptions();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "With --prometheus: the namespace of the pods.")
    private String namespace = "";

    @Option(
            names = "--pods",
            paramLabel = "REGEX",
            defaultValue = ".+",
            description = "With --prometheus: the names of the pods, all of one workload.")
    private String pods = ".+";

    @Option(
            names = "--history-length",
            paramLabel = "TIME",
            defaultValue = "8d",
            description = "With --prometheus: how far back (default: ${DEFAULT-VALUE}).")
    private String length = "8d";

    @Option(
            names = "--history-resolution",
            paramLabel = "TIME",
            defaultValue = "1m",
            description = "With --prometheus: how finely (default: ${DEFAULT-VALUE}).")
    private String resolution = "1m";

    public boolean isChosen() {
        return prometheus.isChosen();
    }

    public UsageRead read(UsageSink sink, LongConsumer progress) throws InterruptedException {
        return switch (HistoryRange.parse(length, resolution, Instant.now())) {
            case HistoryRange.Parsed.Wrong(var problem) -> wrong(problem);
            case HistoryRange.Parsed.Ok(var range) -> read(range, sink, progress);
        };
    }

    private UsageRead read(HistoryRange range, UsageSink sink, LongConsumer progress) throws InterruptedException {
        return switch (prometheus.server()) {
            case PrometheusSeriesOptions.Chosen.Wrong(var problem) -> wrong(problem);
            case PrometheusSeriesOptions.Chosen.Server(var server) -> {
                try (var client = new PrometheusClient(server, (_, _, _) -> {}, Time.system())) {
                    yield new PrometheusUsage(client, server.address())
                            .read(prometheus.query(namespace, pods), range, sink, progress);
                }
            }
        };
    }

    private static UsageRead wrong(String problem) {
        return new UsageRead.Malformed(List.of(problem));
    }
}
