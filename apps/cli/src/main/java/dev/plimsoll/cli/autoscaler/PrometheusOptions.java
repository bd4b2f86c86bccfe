package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.autoscaler.prometheus.PrometheusSettings;
import dev.plimsoll.cli.console.DurationConverter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where history comes from with {@code --storage prometheus}. */
final class PrometheusOptions {
    @Option(
            names = "--prometheus-address",
            paramLabel = "URL",
            defaultValue = "http://prometheus.monitoring.svc",
            description = "Where Prometheus is (default: ${DEFAULT-VALUE}).")
    private String address = "";

    @Option(
            names = "--prometheus-insecure",
            arity = "0..1",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Do not check the certificate of Prometheus.")
    private boolean insecure;

    @Option(
            names = "--prometheus-query-timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = DurationConverter.class,
            description = "How long a query may take (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(5);

    @Option(
            names = "--history-length",
            paramLabel = "DURATION",
            defaultValue = "8d",
            converter = DurationConverter.class,
            description = "How far back to read (default: ${DEFAULT-VALUE}).")
    private Duration length = Duration.ofDays(8);

    @Option(
            names = "--history-resolution",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description = "The step between two samples (default: ${DEFAULT-VALUE}).")
    private Duration resolution = Duration.ofHours(1);

    @Option(
            names = "--prometheus-cadvisor-job-name",
            paramLabel = "NAME",
            defaultValue = "kubernetes-cadvisor",
            description = "The job that scrapes the containers' use (default: ${DEFAULT-VALUE}).")
    private String job = "";

    @Option(
            names = "--history-cpu-metric",
            paramLabel = "NAME",
            defaultValue = "container_cpu_usage_seconds_total",
            description = "The metric of CPU use (default: ${DEFAULT-VALUE}).")
    private String cpu = "";

    @Option(
            names = "--history-memory-metric",
            paramLabel = "NAME",
            defaultValue = "container_memory_working_set_bytes",
            description = "The metric of memory use (default: ${DEFAULT-VALUE}).")
    private String memory = "";

    @Option(
            names = "--pod-label-prefix",
            paramLabel = "PREFIX",
            defaultValue = "pod_label_",
            description = "What labels of pods begin with in metrics (default: ${DEFAULT-VALUE}).")
    private String podLabelPrefix = "";

    @Option(
            names = "--metric-for-pod-labels",
            paramLabel = "QUERY",
            defaultValue = "up{job=\"kubernetes-pods\"}",
            description = "A query whose results carry the labels of pods (default: ${DEFAULT-VALUE}).")
    private String podLabels = "";

    @Option(
            names = "--pod-namespace-label",
            paramLabel = "LABEL",
            defaultValue = "kubernetes_namespace",
            description = "The label with a pod's namespace (default: ${DEFAULT-VALUE}).")
    private String podNamespace = "";

    @Option(
            names = "--pod-name-label",
            paramLabel = "LABEL",
            defaultValue = "kubernetes_pod_name",
            description = "The label with a pod's name (default: ${DEFAULT-VALUE}).")
    private String podName = "";

    @Option(
            names = "--container-namespace-label",
            paramLabel = "LABEL",
            defaultValue = "namespace",
            description = "The label with a container's namespace (default: ${DEFAULT-VALUE}).")
    private String containerNamespace = "";

    @Option(
            names = "--container-pod-name-label",
            paramLabel = "LABEL",
            defaultValue = "pod_name",
            description = "The label with the name of a container's pod (default: ${DEFAULT-VALUE}).")
    private String containerPod = "";

    @Option(
            names = "--container-name-label",
            paramLabel = "LABEL",
            defaultValue = "name",
            description = "The label with a container's name (default: ${DEFAULT-VALUE}).")
    private String container = "";

    @Option(names = "--username", paramLabel = "NAME", description = "Or PROMETHEUS_USERNAME in the environment.")
    private String username = "";

    @Option(names = "--password", paramLabel = "TEXT", description = "Or PROMETHEUS_PASSWORD in the environment.")
    private String password = "";

    @Option(names = "--prometheus-bearer-token", paramLabel = "TOKEN", description = "Comes before a user name.")
    private String bearer = "";

    @Option(names = "--prometheus-bearer-token-file", paramLabel = "FILE", description = "A file with the token.")
    private @Nullable Path bearerFile;

    PrometheusSettings settings(Checks checks, Map<String, String> environment) {
        return new PrometheusSettings(
                new PrometheusClient.Server(
                        url(checks),
                        insecure,
                        authorization(checks, environment),
                        checks.positive("--prometheus-query-timeout", timeout)),
                checks.positive("--history-length", length),
                checks.positive("--history-resolution", resolution),
                new PrometheusSettings.Names(
                        job,
                        cpu,
                        memory,
                        podLabels,
                        podLabelPrefix,
                        podNamespace,
                        podName,
                        containerNamespace,
                        containerPod,
                        container));
    }

    private URI url(Checks checks) {
        try {
            var url = URI.create(address);
            var scheme = String.valueOf(url.getScheme());
            if ((scheme.equals("http") || scheme.equals("https")) && url.getHost() != null) return url;
        } catch (IllegalArgumentException _) {
            // said below
        }
        checks.problem("--prometheus-address", address, "is not a URL such as http://prometheus.monitoring.svc:9090");
        return PrometheusSettings.DEFAULT.server().address();
    }

    private String authorization(Checks checks, Map<String, String> environment) {
        if (!bearer.isEmpty()) return "Bearer " + bearer;
        if (bearerFile != null) {
            try {
                return "Bearer " + Files.readString(bearerFile).strip();
            } catch (IOException e) {
                checks.problem(
                        "--prometheus-bearer-token-file",
                        bearerFile,
                        "cannot be read: " + e.getMessage() + "; name another file");
                return "";
            }
        }
        var user = username.isEmpty() ? environment.getOrDefault("PROMETHEUS_USERNAME", "") : username;
        var secret = password.isEmpty() ? environment.getOrDefault("PROMETHEUS_PASSWORD", "") : password;
        if (user.isEmpty()) return "";
        var pair = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }
}
