package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: own-service
/** The addresses of API servers behind the service {@code kubernetes}. */
class ServerEndpointsTest {
    private static final String TOKEN = "secret-token";
    private static final ObjectName KUBERNETES = new ObjectName("default", "kubernetes");
    private static final ApiResource SLICES =
            ApiResource.namespaced("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice");

    private final Pki pki = Pki.inMemory(Instant.now());
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();

    private ApiServer server(MemoryStore store, String host, int port) {
        var settings = new ApiServerSettings(
                host,
                port,
                false,
                Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new Random(1),
                () -> UUID.randomUUID().toString());
        return ApiServer.start(store, pki, settings, defects::add);
    }

    private static ObjectNode read(ApiServer server, ApiResource resource) {
        var time = Time.system();
        return ApiClient.over(server.transport(TOKEN), "integration/1", TokenBucket.unlimited(time), time)
                .get(resource, KUBERNETES)
                .done()
                .orElseThrow();
    }

    private static List<String> endpoints(ApiServer server) {
        var addresses = new ArrayList<String>();
        for (var each : read(server, ApiResource.ENDPOINTS).at("/subsets/0/addresses"))
            addresses.add(each.path("ip").asText());
        return addresses;
    }

    private static List<String> slice(ApiServer server) {
        var addresses = new ArrayList<String>();
        for (var each : read(server, SLICES).path("endpoints"))
            addresses.add(each.at("/addresses/0").asText());
        return addresses;
    }

    @Test
    @DisplayName("a server that ends in order takes its address out, and is there again when it comes back")
    void aServerThatEnds() {
        try (var store = new MemoryStore();
                var first = server(store, "127.0.0.1", 0)) {
            try (var second = server(store, "127.0.0.2", first.port())) {
                assertThat(endpoints(second)).containsExactly("127.0.0.1", "127.0.0.2");
                assertThat(slice(second)).containsExactly("127.0.0.1", "127.0.0.2");
            }
            assertThat(endpoints(first)).containsExactly("127.0.0.1");
            assertThat(slice(first)).containsExactly("127.0.0.1");
            try (var _ = server(store, "127.0.0.2", first.port())) {
                assertThat(endpoints(first)).containsExactly("127.0.0.1", "127.0.0.2");
            }
        }
        assertThat(defects).isEmpty();
    }
}
