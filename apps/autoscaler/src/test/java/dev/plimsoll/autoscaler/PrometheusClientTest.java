package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that never end. */
// Acceptance of the autoscaler: prometheus
@Timeout(60)
class PrometheusClientTest {
    private static final byte[] BEGIN =
            "{\"status\":\"success\",\"data\":{\"result\":[".getBytes(StandardCharsets.UTF_8);

    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer server;

    PrometheusClientTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/stalled/", this::stall);
        server.createContext("/endless/", PrometheusClientTest::repeat);
        server.createContext("/short/", PrometheusClientTest::breakOff);
        server.start();
    }

    @AfterEach
    void close() {
        over.countDown();
        server.stop(0);
    }

    private void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(BEGIN);
        exchange.getResponseBody().flush();
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the test is over
        }
        exchange.close();
    }

    private static void repeat(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (var body = exchange.getResponseBody()) {
            body.write(BEGIN);
            var spaces = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
            while (true) body.write(spaces); // until the reader goes
        }
    }

    private static void breakOff(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write(BEGIN);
        exchange.getResponseBody().flush();
        exchange.close();
    }

    private void ask(String folder, Duration timeout) throws IOException, InterruptedException {
        var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + folder);
        var where = new PrometheusClient.Server(address, false, "", timeout, 1 << 20);
        try (var client = new PrometheusClient(where, (_, _, _) -> {}, Time.system())) {
            client.range("up", Instant.EPOCH, Instant.EPOCH.plusSeconds(60), Duration.ofMinutes(1));
        }
    }

    private String page(String folder) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + folder + "/api/v1/query_range";
    }

    @Test
    @DisplayName("an answer that stalls ends in an error that names the page")
    void stalled() {
        assertThatThrownBy(() -> ask("stalled", Duration.ofMillis(2500)))
                .isInstanceOf(IOException.class)
                .hasMessage(page("stalled") + ": the answer was not complete after 2.5 s; it had " + BEGIN.length
                        + " bytes by then");
    }

    @Test
    @DisplayName("an answer without an end is read up to the most that it may have")
    void endless() {
        assertThatThrownBy(() -> ask("endless", Duration.ofSeconds(50)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(page("endless") + ": the answer has more than 1048576 bytes");
    }

    @Test
    @DisplayName("an answer that breaks off names the page")
    void brokenOff() {
        assertThatThrownBy(() -> ask("short", Duration.ofSeconds(50)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(page("short") + ": the answer broke off");
    }
}
