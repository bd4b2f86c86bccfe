package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.runtime.access.Access;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A node that serves sessions, whose runtime serves streams of its own, with one pod {@code p} of one container {@code a}. */
final class StreamingNode {
    final NodeOnFakeRuntime node;
    final StreamServer streams;
    final HttpClient http = HttpClient.newHttpClient();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final NodeServer server;

    /** @param idle how long a session may say nothing */
    StreamingNode(Path folder, Duration idle) throws Exception {
        node = new NodeOnFakeRuntime(folder);
        streams = new StreamServer();
        node.runtime.sessions().server(streams.address());
        node.create("p", "{\"containers\":[{\"name\":\"a\",\"image\":\"registry/app:1\"}]}");
        node.awaitRunning("p");
        server = NodeServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                null,
                Access.OPEN,
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        Map.of(NodeOnFakeRuntime.NODE, node.agent()),
                        node.client,
                        registry,
                        KubeletConfiguration.of(FeatureGates.DEFAULT, null, EvictionHard.DEFAULT, 10),
                        true,
                        InstantSource.system(),
                        idle));
    }

    URI page(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    URI socket(String path) {
        return URI.create("ws://127.0.0.1:" + server.port() + path);
    }

    WebSocket connect(ChannelClient client, String path, String protocol) {
        return http.newWebSocketBuilder()
                .subprotocols(protocol)
                .buildAsync(socket(path), client)
                .orTimeout(2, TimeUnit.MINUTES)
                .join();
    }

    /** Sessions that the node says it holds. */
    double held() {
        var all = registry.scrape("plimsoll_node_held_streams"::equals).get(0);
        return ((GaugeSnapshot) all)
                .getDataPoints().stream()
                        .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
                        .sum();
    }

    static void await(String what, BooleanSupplier holds) throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(Duration.ofMillis(20));
        }
    }

    void awaitLeft() throws InterruptedException {
        await("the runtime is left", () -> streams.connections() == 0);
        await("no session is held", () -> held() == 0);
    }

    void close() throws Exception {
        // A test may leave a connection that the other side still holds.
        http.shutdownNow();
        http.close();
        server.close();
        streams.close();
        node.close();
        assertThat(streams.problems()).isEmpty();
    }
}
