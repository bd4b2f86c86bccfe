package dev.plimsoll.cli.prometheus;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.clusters.records.PathProblem;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A Prometheus and the names of its series; names and defaults are those of the recommender's flags where it has them. */
public final class PrometheusSeriesOptions {
    private static final String EXAMPLE = "; write one such as http://prometheus:9090";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Option(names = "--prometheus", paramLabel = "URL", description = "Read what was used from this Prometheus.")
    private String address = "";

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

    @Option(
            names = "--prometheus-bearer-token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token for Prometheus.")
    private @Nullable Path tokenFile;

    public boolean isChosen() {
        return !address.isEmpty();
    }

    /** Where to ask, or what is wrong with the flags. */
    public sealed interface Chosen {
        record Server(PrometheusClient.Server server) implements Chosen {}

        record Wrong(String problem) implements Chosen {}
    }

    public Chosen server() {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            return new Chosen.Wrong("--prometheus " + address + ": " + e.getMessage() + EXAMPLE);
        }
        if (uri.getHost() == null || uri.getScheme() == null || !uri.getScheme().startsWith("http")) {
            return new Chosen.Wrong("--prometheus " + address + ": no address" + EXAMPLE);
        }
        if (tokenFile == null) return new Chosen.Server(new PrometheusClient.Server(uri, false, "", PATIENCE));
        try {
            var authorization = "Bearer " + Files.readString(tokenFile).strip();
            return new Chosen.Server(new PrometheusClient.Server(uri, false, authorization, PATIENCE));
        } catch (IOException e) {
            return new Chosen.Wrong("--prometheus-bearer-token-file " + tokenFile + ": cannot be read: "
                    + PathProblem.of(e) + "; name another file");
        }
    }

    /**
     * The series of a namespace.
     *
     * @param pods a regular expression
     */
    public PrometheusQuery query(String namespace, String pods) {
        return new PrometheusQuery(
                job, namespace, pods, cpuMetric, memoryMetric, namespaceLabel, podLabel, containerLabel);
    }
}
