package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.Pem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of the autoscaler: kills, flags
@Tag(ProgramCommand.TAG)
class AutoscalerCommandTest extends CommandLineTest {
    /** Each message names the flag, its value, the rule and what would pass. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            recommender --target-cpu-percentile 1.5 | --target-cpu-percentile 1.5: must be above 0 and at most 1, such as 0.9
            recommender --recommender-interval soon | Invalid value for option '--recommender-interval': 'soon' is not a duration, such as 90s, 5m or 1h30m
            recommender --recommender-interval 0s | --recommender-interval 0: must be longer than nothing, such as 1m
            recommender --use-external-metrics | --use-external-metrics true: needs --external-metrics-cpu-metric or --external-metrics-memory-metric, such as container_cpu
            recommender --storage etcd | --storage etcd: must be checkpoint or prometheus
            recommender --prometheus-address here | --prometheus-address here: is not a URL such as http://prometheus.monitoring.svc:9090
            recommender --pod-recommendation-max-allowed-cpu lots | --pod-recommendation-max-allowed-cpu lots: is not a quantity, such as 4 or 500m
            recommender --container-recommendation-max-allowed-memory -1Gi | --container-recommendation-max-allowed-memory -1Gi: must not be negative, such as 8Gi
            recommender --oom-bump-up-ratio 0.5 | --oom-bump-up-ratio 0.5: must be 1 or more, such as 1.2
            recommender --address 8942 | --address 8942: is not an address with a port, such as :8942 or 127.0.0.1:8942
            recommender --feature-gates Sidecars=true | --feature-gates Sidecars=true: unrecognized feature gate: Sidecars (known:
            recommender --leader-elect --leader-elect-lease-duration 5s | --leader-elect-lease-duration 5s: the lease must be longer than the renew deadline, such as 15s
            updater --vpa-object-namespace a --ignored-vpa-object-namespaces b | --ignored-vpa-object-namespaces b: does not go with --vpa-object-namespace a; leave out one of the two
            updater --eviction-tolerance 2 | --eviction-tolerance 2.0: must be between 0 and 1, such as 0.5
            updater --in-place-pod-level-resize maybe | --in-place-pod-level-resize maybe: must be auto, enabled or disabled
            updater --target-cpu-percentile 0.9 | Unknown options: '--target-cpu-percentile', '0.9'
            admission --min-tls-version ssl3 | --min-tls-version ssl3: must be tls1_2 or tls1_3
            admission --webhook-timeout-seconds 60 | --webhook-timeout-seconds 60: must be between 1 and 30, such as 10
            admission --tls-cert-file /nowhere.pem | --client-ca-file /etc/tls-certs/caCert.pem: name files with a certificate, its key and its authority; these cannot be used: /nowhere.pem
            """)
    void flagsThatCannotBeAreSaid(String arguments, String message) {
        var ran = run(("autoscaler " + arguments).split(" ", -1));
        assertThat(ran.errors()).contains(message);
        assertThat(ran.exit()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void everyMistakeIsSaidAtOnce() {
        var ran = run("autoscaler", "updater", "--min-replicas", "0", "--eviction-rate-burst", "0");
        assertThat(ran.errors()).contains("--min-replicas 0").contains("--eviction-rate-burst 0");
    }

    @ParameterizedTest
    @CsvSource({
        "recommender, --memory-aggregation-interval-count=N",
        "updater, --eviction-rate-limit=N",
        "admission, --webhook-failure-policy-fail",
        "all, --pod-recommendation-max-allowed-memory=MEMORY"
    })
    void helpNamesTheFlags(String part, String flag) {
        var ran = run("autoscaler", part, "--help");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains(flag);
    }

    /** Those that do nothing say so there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            recommender | kubeconfig kube-api-qps kube-api-burst profiling vpa-object-namespace ignored-vpa-object-namespaces v stderrthreshold feature-gates
            recommender | recommender-name recommender-interval checkpoints-gc-interval checkpoints-timeout address storage memory-saver update-worker-count
            recommender | min-checkpoints recommendation-margin-fraction pod-recommendation-min-cpu-millicores pod-recommendation-min-memory-mb
            recommender | target-cpu-percentile recommendation-lower-bound-cpu-percentile recommendation-upper-bound-cpu-percentile
            recommender | target-memory-percentile recommendation-lower-bound-memory-percentile recommendation-upper-bound-memory-percentile
            recommender | confidence-interval-cpu confidence-interval-memory humanize-memory round-cpu-millicores round-memory-bytes
            recommender | memory-aggregation-interval memory-aggregation-interval-count memory-histogram-decay-half-life cpu-histogram-decay-half-life
            recommender | oom-bump-up-ratio oom-min-bump-up-bytes cpu-integer-post-processor-enabled
            recommender | container-recommendation-max-allowed-cpu container-recommendation-max-allowed-memory
            recommender | pod-recommendation-max-allowed-cpu pod-recommendation-max-allowed-memory pod-level-include-sidecars
            recommender | use-external-metrics external-metrics-cpu-metric external-metrics-memory-metric
            recommender | prometheus-address prometheus-insecure prometheus-cadvisor-job-name history-length history-resolution prometheus-query-timeout
            recommender | history-cpu-metric history-memory-metric pod-label-prefix metric-for-pod-labels pod-namespace-label pod-name-label
            recommender | container-namespace-label container-pod-name-label container-name-label username password
            recommender | prometheus-bearer-token prometheus-bearer-token-file
            recommender | leader-elect leader-elect-lease-duration leader-elect-renew-deadline leader-elect-retry-period leader-elect-resource-name
            updater | kubeconfig kube-api-qps kube-api-burst profiling vpa-object-namespace ignored-vpa-object-namespaces v stderrthreshold feature-gates
            updater | updater-interval min-replicas eviction-tolerance eviction-rate-limit eviction-rate-burst address use-admission-controller-status
            updater | in-place-skip-disruption-budget pod-update-threshold in-recommendation-bounds-eviction-lifetime-threshold evict-after-oom-threshold
            updater | leader-elect in-place-pod-level-resize
            admission | kubeconfig kube-api-qps kube-api-burst profiling vpa-object-namespace ignored-vpa-object-namespaces v stderrthreshold feature-gates
            admission | client-ca-file tls-cert-file tls-private-key reload-cert tls-ciphers min-tls-version port address webhook-service webhook-address
            admission | webhook-port webhook-timeout-seconds webhook-failure-policy-fail register-webhook webhook-labels register-by-url
            admission | max-allowed-cpu-boost in-place-pod-level-resize
            """)
    void everyFlagOfUpstreamIsInTheHelp(String part, String flags) {
        var help = run("autoscaler", part, "--help").out();
        for (var flag : flags.split(" ", -1)) assertThat(help).containsPattern("--" + flag + "\\b");
    }

    @Test
    void flagsWithoutEffectSaySo() {
        var help = run("autoscaler", "recommender", "--help").out().replaceAll("\\s+", " ");
        for (var flag : List.of("--v=N", "--profiling", "--memory-saver", "--min-checkpoints")) {
            assertThat(help.substring(help.lastIndexOf(flag))).containsPattern("^[^.]{0,200}[Ww]ithout effect");
        }
    }

    /** The whole program as a process, with certificates in files as upstream's charts mount them. */
    @Test
    void allPartsRunInOneProcessUntilItIsToldToEnd(@TempDir Path folder) throws IOException, InterruptedException {
        var store = new MemoryStore();
        try (var server = server(store)) {
            var kubeconfig = folder.resolve("kubeconfig");
            Files.writeString(kubeconfig, server.kubeconfig("admin", "secret-token"));
            certificates(folder);
            var process = process(folder, kubeconfig);
            try {
                var said = said(process);
                var port = said.getFirst().replaceAll("\\D+", "");
                assertThat(page(port, "/health-check")).isEqualTo("OK");
                assertThat(page(port, "/metrics")).contains("vpa_recommender_aggregate_container_states_count");
                assertThat(lease(server))
                        .as("the webhook says that it is there")
                        .isTrue();
                process.destroy();
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
        } finally {
            store.close();
        }
    }

    /** Killed for good, and started again with nothing but what is in the cluster: it says anew that it is there. */
    @Test
    void aProcessThatIsKilledIsFollowedByAnother(@TempDir Path folder) throws IOException, InterruptedException {
        var store = new MemoryStore();
        try (var server = server(store)) {
            var kubeconfig = folder.resolve("kubeconfig");
            Files.writeString(kubeconfig, server.kubeconfig("admin", "secret-token"));
            certificates(folder);
            var renewed = "";
            for (var life = 0; life < 2; life++) {
                var process = process(folder, kubeconfig);
                try {
                    var port = said(process).getFirst().replaceAll("\\D+", "");
                    assertThat(page(port, "/health-check")).isEqualTo("OK");
                } finally {
                    process.destroyForcibly().waitFor();
                }
                var now = renewal(server);
                assertThat(now).isGreaterThan(renewed);
                renewed = now;
            }
        } finally {
            store.close();
        }
    }

    private static boolean lease(ApiServer server) {
        return !renewal(server).isEmpty();
    }

    /** When the webhook last said that it is there. */
    private static String renewal(ApiServer server) {
        var time = Time.system();
        var client = ApiClient.over(server.transport("secret-token"), "test/1", TokenBucket.unlimited(time), time);
        return client.get(ApiResource.LEASES, new ObjectName("kube-system", "vpa-admission-controller"))
                .done()
                .map(lease -> lease.at("/spec/renewTime").asText())
                .orElse("");
    }

    private static ApiServer server(MemoryStore store) {
        return ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        false,
                        Map.of("secret-token", new User("admin", "", List.of(User.MASTERS))),
                        FeatureGates.DEFAULT,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                defect -> {});
    }

    private static void certificates(Path folder) throws IOException {
        var authority = Authority.create("webhook-ca", Instant.now());
        var own = authority.server(
                "vpa-webhook.kube-system.svc", List.of(), List.of(InetAddress.ofLiteral("127.0.0.1")), Instant.now());
        Files.writeString(folder.resolve("ca.pem"), Pem.of(authority.certificate()));
        Files.writeString(folder.resolve("cert.pem"), Pem.of(own.certificate()));
        Files.writeString(folder.resolve("key.pem"), Pem.of(own.key()));
    }

    private static Process process(Path folder, Path kubeconfig) throws IOException {
        return new ProcessBuilder(ProgramCommand.of(
                        List.of(),
                        "autoscaler",
                        "all",
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--feature-gates=PodLevelResources=true,InPlace=true",
                        "--address=127.0.0.1:0",
                        "--port=0",
                        "--leader-elect=true",
                        "--v=4",
                        "--reload-cert",
                        "--tls-cert-file=" + folder.resolve("cert.pem"),
                        "--tls-private-key=" + folder.resolve("key.pem"),
                        "--client-ca-file=" + folder.resolve("ca.pem")))
                .redirectErrorStream(true)
                .start();
    }

    /** The lines about ports, once the program runs. */
    private static List<String> said(Process process) throws IOException {
        var all = new ArrayList<String>();
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            all.add(line);
            if (line.contains("serving the webhook")) {
                return all.stream().filter(said -> said.contains("at port")).toList();
            }
        }
        throw new IllegalStateException("it ended: " + String.join("\n", all));
    }

    private static String page(String port, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
