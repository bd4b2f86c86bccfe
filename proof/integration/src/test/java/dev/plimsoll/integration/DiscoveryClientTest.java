package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.discovery.DiscoveryClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a server serves, asked at once and one by one. */
class DiscoveryClientTest {
    private static final ApiResource DEFINITIONS = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");

    private final Server server = new Server();
    private final Counting asked = new Counting(server.server.transport(Server.TOKEN), false);
    private final DiscoveryClient discovery = new DiscoveryClient(asked, "test/1");

    @AfterEach
    void close() {
        server.close();
    }

    /** Counts requests, and is an older server that knows one page for each group if told so. */
    private static final class Counting implements Transport {
        private final Transport inner;
        private final boolean isOld;
        final AtomicInteger requests = new AtomicInteger();

        Counting(Transport inner, boolean isOld) {
            this.inner = inner;
            this.isOld = isOld;
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            requests.incrementAndGet();
            if (!isOld) return inner.send(request);
            var headers = new HashMap<>(request.headers());
            headers.put("Accept", "application/json");
            return inner.send(
                    new ClientRequest(request.method(), request.target(), headers, request.body(), request.timeout()));
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return inner.open(request);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    @DisplayName("two pages tell the same as one for each group, which older servers have")
    void agrees() {
        var old = new Counting(server.server.transport(Server.TOKEN), true);
        var found = discovery.all();
        assertThat(found.problem()).isEmpty();
        assertThat(found.resources()).hasSizeGreaterThan(60);
        assertThat(asked.requests).hasValue(2);
        assertThat(found).isEqualTo(new DiscoveryClient(old, "test/1").all());
        assertThat(old.requests).hasValueGreaterThan(20);
    }

    @Test
    @DisplayName("what has not changed is the same object, and a new kind is seen at once")
    void changes() throws InterruptedException {
        var before = discovery.all();
        assertThat(discovery.all()).isSameAs(before);
        var made = server.inProcess().create(DEFINITIONS, Server.json("""
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"fleets.example.com"},
                "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"fleets","kind":"Fleet"},
                "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}"""));
        assertThat(made.problem()).isEmpty();
        Patience.until(
                "the kind is served",
                () -> discovery.all().ofKind("example.com/v1", "Fleet").isPresent());
        var now = discovery.all();
        assertThat(now.resources()).hasSize(before.resources().size() + 1);
        assertThat(now.ofKind("example.com/v1", "Fleet"))
                .contains(ApiResource.namespaced("example.com", "v1", "fleets", "Fleet"));
    }
}
