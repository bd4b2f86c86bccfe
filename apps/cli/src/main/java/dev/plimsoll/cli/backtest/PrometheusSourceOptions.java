package dev.plimsoll.cli.backtest;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where in Prometheus the recording is; names and defaults are those of the recommender's flags where it has them. */
final class PrometheusSourceOptions {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Option(names = "--prometheus", paramLabel = "URL", description = "Read the recording from this Prometheus.")
    private String address = "";

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

    @Option(names = "--prometheus-cadvisor-job-name", paramLabel = "NAME", description = "The job of the series.")
    private String job = "";

    @Option(
            names = "--history-cpu-metric",
            defaultValue = "container_cpu_usage_seconds_total",
            paramLabel = "NAME",
            description = "Default: ${DEFAULT-VALUE}.")
    private String cpuMetric = "container_cpu_usage_seconds_total";

    @Option(
            names = "--history-memory-metric",
            defaultValue = "container_memory_working_set_bytes",
            paramLabel = "NAME",
            description = "Default: ${DEFAULT-VALUE}.")
    private String memoryMetric = "container_memory_working_set_bytes";

    @Option(
            names = "--container-namespace-label",
            defaultValue = "namespace",
            paramLabel = "NAME",
            description = "Default: ${DEFAULT-VALUE}.")
    private String namespaceLabel = "namespace";

    @Option(
            names = "--container-pod-name-label",
            defaultValue = "pod",
            paramLabel = "NAME",
            description = "Default: ${DEFAULT-VALUE}.")
    private String podLabel = "pod";

    @Option(
            names = "--container-name-label",
            defaultValue = "container",
            paramLabel = "NAME",
            description = "Default: ${DEFAULT-VALUE}.")
    private String containerLabel = "container";

    @Option(names = "--prometheus-bearer-token-file", paramLabel = "FILE", description = "Proves who asks.")
    private @Nullable Path tokenFile;

    boolean isChosen() {
        return !address.isEmpty();
    }

    UsageRead read(UsageSink sink, LongConsumer progress) throws InterruptedException {
        var ago = DurationText.parse(length);
        var step = DurationText.parse(resolution);
        if (ago.isEmpty()) return wrong("--history-length " + length + ": write a length of time, such as 8d");
        if (step.isEmpty()) return wrong("--history-resolution " + resolution + ": write a length of time, such as 1m");
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            return wrong("--prometheus " + address + ": " + e.getMessage());
        }
        if (uri.getHost() == null || uri.getScheme() == null || !uri.getScheme().startsWith("http")) {
            return wrong("--prometheus " + address + ": write an address such as http://prometheus:9090");
        }
        var authorization = "";
        if (tokenFile != null) {
            try {
                authorization = "Bearer " + Files.readString(tokenFile).strip();
            } catch (IOException e) {
                return wrong("--prometheus-bearer-token-file " + tokenFile + ": cannot be read: " + e);
            }
        }
        var query = new PrometheusQuery(
                job, namespace, pods, cpuMetric, memoryMetric, namespaceLabel, podLabel, containerLabel);
        var now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        var range = new PrometheusUsage.Range(now.minus(ago.get()), now, step.get());
        var server = new PrometheusClient.Server(uri, false, authorization, PATIENCE);
        try (var client = new PrometheusClient(server, (_, _, _) -> {}, Time.system())) {
            return new PrometheusUsage(client, uri).read(query, range, sink, progress);
        }
    }

    private static UsageRead wrong(String problem) {
        return new UsageRead.Malformed(List.of(problem));
    }
}
