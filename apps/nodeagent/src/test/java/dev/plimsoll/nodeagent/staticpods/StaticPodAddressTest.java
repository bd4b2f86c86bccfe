package dev.plimsoll.nodeagent.staticpods;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.core.gates.FeatureGates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StaticPodAddressTest {
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** Promises more than it sends. */
    private void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        try {
            end.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("an answer that begins and never ends is given up, and its pods are not known")
    void stalled() throws IOException, InterruptedException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/pods", this::stall);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.start();
            var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/pods");
            var reader = new StaticPodReader("n", FeatureGates.DEFAULT, InstantSource.system());
            try (var address = new StaticPodAddress(
                    new ManifestAddress(uri, Map.of()), reader, told::add, Duration.ofMillis(200))) {
                address.fetch();
                assertThat(address.hasAnswered()).isFalse();
                assertThat(told)
                        .containsExactly("static pods, " + uri + " cannot be read: it does not answer within 200 ms");
            }
            end.countDown();
            server.stop(0);
        }
    }
}
