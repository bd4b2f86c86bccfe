package dev.plimsoll.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusQuery;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrometheusUsageTest {
    private static final PrometheusQuery QUERY =
            new PrometheusQuery("", "shop", "web-.*", "cpu_seconds", "memory_bytes", "namespace", "pod", "container");

    private HttpServer server;
    private final List<String> asked = new ArrayList<>();
    private int status = 200;
    private String cpuAnswer = matrix("");
    private String memoryAnswer = matrix("");

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/query_range", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(URLDecoder.decode(body, StandardCharsets.UTF_8));
            var answer = (body.contains("cpu_seconds") ? cpuAnswer : memoryAnswer).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String matrix(String series) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[" + series + "]}}";
    }

    private static String series(String pod, String container, String values) {
        return "{\"metric\":{\"pod\":\"%s\",\"container\":\"%s\"},\"values\":[%s]}".formatted(pod, container, values);
    }

    private UsageRead read(Duration length, List<String> rows) throws InterruptedException {
        var from = Instant.ofEpochSecond(600_000);
        var range = new HistoryRange(from, from.plus(length), Duration.ofMinutes(1));
        var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        var prometheus = new PrometheusClient.Server(address, false, "", Duration.ofSeconds(20));
        try (var client = new PrometheusClient(prometheus, (_, _, _) -> {}, Time.system())) {
            return new PrometheusUsage(client, address)
                    .read(
                            QUERY,
                            range,
                            (time, _, _, pod, container, cpu, memory) ->
                                    rows.add(time + " " + pod + " " + container + " " + cpu + " " + memory),
                            _ -> {});
        }
    }

    @Test
    void seriesOfCpuAndMemoryAreJoinedInTheOrderOfTime() throws InterruptedException {
        cpuAnswer = matrix(series("web-1", "app", "[600000,\"0.25\"],[600060,\"NaN\"],[600120,\"1e-05\"]"));
        memoryAnswer = matrix(series("web-1", "app", "[600000,\"1024\"],[600060,\"2048\"],[600120,\"4096\"]"));
        var rows = new ArrayList<String>();
        assertThat(read(Duration.ofMinutes(2), rows)).isEqualTo(new UsageRead.Done(2, List.of()));
        assertThat(rows).containsExactly("600000000 web-1 app 250 1024", "600120000 web-1 app 1 4096");
        assertThat(asked.getFirst())
                .startsWith("query=sum by (pod, container) (rate(cpu_seconds{namespace=\"shop\", pod=~\"web-.*\", "
                        + "container!=\"POD\", container!=\"\"}[60s]))&start=600000&end=600120&step=60");
    }

    @Test
    void aLongTimeIsAskedForInStretches() throws InterruptedException {
        cpuAnswer = matrix(series("web-1", "app", "[600000,\"0.25\"]"));
        memoryAnswer = matrix(series("web-1", "app", "[600000,\"1024\"]"));
        read(Duration.ofMinutes(2500), new ArrayList<>());
        assertThat(asked).hasSize(6);
        assertThat(asked.get(2)).endsWith("&start=660000&end=719940&step=60");
        assertThat(asked.get(4)).endsWith("&start=720000&end=750000&step=60");
    }

    @Test
    void aRefusalIsShownInTheWordsOfPrometheus() throws InterruptedException {
        status = 400;
        cpuAnswer = "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\"}";
        var read = read(Duration.ofMinutes(2), new ArrayList<>());
        assertThat(read)
                .isInstanceOfSatisfying(
                        UsageRead.Malformed.class,
                        wrong -> assertThat(wrong.problems())
                                .singleElement()
                                .asString()
                                .endsWith("/api/v1/query_range: HTTP 400: parse error"));
    }

    @Test
    void noSamplesAtAllIsAProblemWithAdvice() throws InterruptedException {
        var read = read(Duration.ofMinutes(2), new ArrayList<>());
        assertThat(read)
                .isInstanceOfSatisfying(
                        UsageRead.Malformed.class,
                        wrong -> assertThat(wrong.problems())
                                .singleElement()
                                .asString()
                                .contains("no samples between", "check --namespace, --pods"));
    }

    @Test
    void somethingElseThanAPrometheusIsRecognised() throws InterruptedException {
        cpuAnswer = "<html>";
        var read = read(Duration.ofMinutes(2), new ArrayList<>());
        assertThat(read)
                .isInstanceOfSatisfying(
                        UsageRead.Malformed.class,
                        wrong -> assertThat(wrong.problems())
                                .singleElement()
                                .asString()
                                .endsWith("HTTP 200, and the answer is no JSON: is this a Prometheus?"));
    }
}
