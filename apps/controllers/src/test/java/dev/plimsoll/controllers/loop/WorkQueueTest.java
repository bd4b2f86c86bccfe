package dev.plimsoll.controllers.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.controllers.serve.ControllerPages;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every controller stands on. */
@Timeout(30)
class WorkQueueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static final ObjectName A = new ObjectName("ns", "a");
    private static final ObjectName B = new ObjectName("ns", "b");

    private final AtomicLong nanos = new AtomicLong();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Time time = new Time() {
        @Override
        public Instant instant() {
            return NOW.plusNanos(nanos.get());
        }

        @Override
        public long nanos() {
            return nanos.get();
        }

        @Override
        public void sleep(Duration duration) {
            nanos.addAndGet(duration.toNanos());
        }
    };
    private final ControllerMetrics metrics = new ControllerMetrics(registry, nanos::get);
    private final WorkQueue queue = new WorkQueue(time, metrics.queue("test"));

    @Test
    @DisplayName("a name waits once, and comes again if it was added while somebody worked on it")
    void onceAtATime() throws Exception {
        queue.add(A);
        queue.add(A);
        queue.add(B);
        assertThat(queue.take()).contains(A);
        queue.add(A);
        assertThat(queue.take()).contains(B);
        queue.done(B);
        queue.done(A);
        assertThat(queue.take()).contains(A);
        var text = new String(MetricsText.of(registry), StandardCharsets.UTF_8);
        assertThat(text).contains("workqueue_adds_total{name=\"test\"} 3.0", "workqueue_depth{name=\"test\"} 0.0");
    }

    @Test
    @DisplayName("of two wishes for later the sooner counts, and a clock that jumps is noticed")
    void later() throws Exception {
        queue.addAfter(A, Duration.ofMinutes(10));
        queue.addAfter(A, Duration.ofMinutes(5));
        queue.addAfter(A, Duration.ofMinutes(7));
        queue.addAfter(B, Duration.ofMinutes(6));
        nanos.set(Duration.ofMinutes(6).toNanos());
        assertThat(queue.take()).contains(A);
        queue.done(A);
        assertThat(queue.take()).contains(B);
    }

    @Test
    @DisplayName("pauses after failures double from 5 ms to a minute")
    void pauses() {
        assertThat(WorkQueue.pause(0)).hasMillis(5);
        assertThat(WorkQueue.pause(3)).hasMillis(40);
        assertThat(WorkQueue.pause(60)).hasMinutes(1);
    }

    @Test
    @DisplayName("a closed queue gives nothing")
    void closed() throws Exception {
        queue.add(A);
        queue.close();
        assertThat(queue.take()).isEmpty();
    }

    @Test
    @DisplayName("batches double, and the first with a failure is the last")
    void slowStart() {
        var asked = new AtomicInteger();
        var result = SlowStart.run(100, i -> {
            asked.incrementAndGet();
            return i < 5 ? new RequestResult.Done<>(ClientJson.object()) : new RequestResult.Unreachable<>("used up");
        });
        // 1, 2 and 4; of the third batch two were made.
        assertThat(asked.get()).isEqualTo(7);
        assertThat(result.made()).isEqualTo(5);
        assertThat(result.problem()).isEqualTo("used up");
    }

    @Test
    @DisplayName("an owner waits for each of its writes to be seen")
    void expectations() {
        var expectations = new Expectations();
        expectations.expect("o", new Expectations.Expected(A, "", 0));
        expectations.expect("o", new Expectations.Expected(B, "uid-b", 0));
        expectations.created("o", A);
        assertThat(expectations.isSatisfied("o")).isFalse();
        expectations.deleted("other", B, "uid-b");
        assertThat(expectations.isSatisfied("o")).isFalse();
        expectations.deleted("o", B, "uid-b");
        assertThat(expectations.isSatisfied("o")).isTrue();
    }

    @Test
    @DisplayName("metrics and health are served")
    void served() throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var server = HttpService.start(
                        "controllers-http", address, null, ControllerPages.of(registry, () -> false));
                var client = HttpClient.newHttpClient()) {
            var root = "http://" + address.getHostString() + ":" + server.port();
            assertThat(get(client, root + "/healthz").body()).isEqualTo("ok");
            assertThat(get(client, root + "/readyz").statusCode()).isEqualTo(500);
            assertThat(get(client, root + "/metrics").body()).contains("workqueue_longest_running_processor_seconds");
            assertThat(get(client, root + "/nothing").statusCode()).isEqualTo(404);
        }
    }

    private static HttpResponse<String> get(HttpClient client, String url) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
