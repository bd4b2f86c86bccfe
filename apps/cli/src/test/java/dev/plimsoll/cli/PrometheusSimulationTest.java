package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.simulate.SampleCluster;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a Prometheus recorded comes again. It runs where {@code prometheus} and {@code promtool} are on the PATH, or in the folder that
 * {@code -Dplimsoll.prometheus=DIR} names.
 */
// Acceptance of simulate: recorded-prometheus
class PrometheusSimulationTest extends CommandLineTest {
    private static final Pattern ADDRESS = Pattern.compile("Listening on\"? address=(\\S+)");
    private static final Duration SCRAPED = Duration.ofMinutes(1);
    private static final long MEBI = 1L << 20;

    @TempDir
    private Path folder;

    private static Optional<Path> program(String name) {
        var named = System.getProperty("plimsoll.prometheus", "");
        var folders = named.isEmpty() ? System.getenv().getOrDefault("PATH", "") : named;
        return Stream.of(folders.split(File.pathSeparator, -1))
                .map(each -> Path.of(each, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    @DisplayName(
            "two days of a real Prometheus: load goes up, and replicas follow as they do for the same use in a file")
    void realPrometheus() throws Exception {
        var prometheus = program("prometheus");
        var tool = program("promtool");
        Assumptions.assumeTrue(prometheus.isPresent() && tool.isPresent(), "no prometheus on the PATH");
        var cluster = Files.writeString(folder.resolve("cluster.json"), cluster());
        var end = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        fill(tool.orElseThrow(), end.minus(Duration.ofDays(2)), end);
        try (var server = new Server(prometheus.orElseThrow(), folder)) {
            var ran = run(
                    "simulate",
                    "--snapshot",
                    cluster.toString(),
                    "--prometheus",
                    server.url(),
                    "--days",
                    "2",
                    "-o",
                    "json");
            assertThat(ran.errors()).isEmpty();
            var usage = new ObjectMapper().readTree(ran.out()).at("/usage");
            assertThat(usage.path("workloads")).hasSize(1);
            var web = usage.at("/workloads/0/after");
            // 250m of 500m is the target; 1000m in all, on the second day, need four pods.
            var sizes = new ArrayList<Integer>();
            web.path("steps").forEach(step -> sizes.add(step.path("to").asInt()));
            assertThat(sizes).containsExactly(4);
            assertThat(Instant.parse(web.at("/steps/0/time").asText()))
                    .isBetween(end.minus(Duration.ofHours(24)), end.minus(Duration.ofHours(23)));
            assertThat(web.path("oomKills").asInt()).isZero();
            var recommended = usage.at("/workloads/0/recommended/containers/memory");
            assertThat(recommended.asText()).isNotEmpty();

            var finer = run(
                    "simulate",
                    "--snapshot",
                    cluster.toString(),
                    "--prometheus",
                    server.url(),
                    "--days",
                    "1",
                    "--history-resolution",
                    "30s");
            assertThat(finer.exit()).isEqualTo(2);
            assertThat(finer.errors()).contains("--history-resolution 30s", "twice the time between two scrapes");
        }
    }

    private static String cluster() {
        return new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .node("n2", "4", "16Gi")
                .deployment("default", "web", SampleCluster.requests("500m", "256Mi"), "n1", "n2")
                .add("""
                        {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler",
                        "metadata":{"namespace":"default","name":"web"},
                        "spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                        "minReplicas":2,"maxReplicas":10,"metrics":[{"type":"Resource","resource":{"name":"cpu",
                        "target":{"type":"Utilization","averageUtilization":50}}}]}}""")
                .list();
    }

    /** Two pods that use 240m each, and 480m on the second day, as cAdvisor counts it. */
    private void fill(Path tool, Instant from, Instant to) throws IOException, InterruptedException {
        var cpu = new StringBuilder("# TYPE container_cpu_usage_seconds counter\n");
        var memory = new StringBuilder("# TYPE container_memory_working_set_bytes gauge\n");
        for (var pod : List.of("web-5d4f8c7b9-bcdfg", "web-5d4f8c7b9-hjklm")) {
            var labels = "{namespace=\"default\",pod=\"" + pod + "\",container=\"app\"} ";
            var used = 0.0;
            for (var time = from; !time.isAfter(to); time = time.plus(SCRAPED)) {
                var isLater = time.isAfter(from.plus(Duration.ofDays(1)));
                used += (isLater ? 0.48 : 0.24) * SCRAPED.toSeconds();
                cpu.append("container_cpu_usage_seconds_total")
                        .append(labels)
                        .append(used)
                        .append(' ')
                        .append(time.getEpochSecond())
                        .append('\n');
                memory.append("container_memory_working_set_bytes")
                        .append(labels)
                        .append(100 * MEBI)
                        .append(' ')
                        .append(time.getEpochSecond())
                        .append('\n');
            }
        }
        var file = Files.writeString(folder.resolve("use.openmetrics"), cpu.toString() + memory + "# EOF\n");
        var made = new ProcessBuilder(
                        tool.toString(),
                        "tsdb",
                        "create-blocks-from",
                        "openmetrics",
                        file.toString(),
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .start();
        var told = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(told).isZero();
    }

    /** A Prometheus that scrapes nobody, on a free port. */
    private static final class Server implements AutoCloseable {
        private final Process process;
        private final String address;

        Server(Path program, Path folder) throws IOException {
            var configuration = Files.writeString(folder.resolve("prometheus.yml"), "{}\n");
            process = new ProcessBuilder(
                            program.toString(),
                            "--config.file=" + configuration,
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--storage.tsdb.retention.time=30d",
                            "--web.listen-address=127.0.0.1:0")
                    .redirectErrorStream(true)
                    .start();
            address = address();
            Thread.ofVirtual().name("prometheus-log").start(this::readOn);
        }

        /** Until it takes requests. */
        private String address() throws IOException {
            var told = new StringBuilder();
            var found = "";
            var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                told.append(line).append('\n');
                var match = ADDRESS.matcher(line);
                if (match.find()) found = match.group(1);
                if (line.contains("Server is ready to receive web requests")) return found;
            }
            throw new AssertionError("prometheus does not start:\n" + told);
        }

        /** So that it is not held up by a full pipe. */
        private void readOn() {
            try {
                process.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException _) {
                // it has ended
            }
        }

        String url() {
            return "http://" + address;
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }
}
