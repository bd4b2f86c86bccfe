package dev.plimsoll.apiserver.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a webhook behind a service is called. */
class ServiceAddressTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final WebhookEndpoint.Service HOOK = new WebhookEndpoint.Service("ns", "hook", "/", 443);

    private final MemoryStore store = new MemoryStore();
    private final Kinds kinds = Kinds.bundled();
    private final Registry registry = new Registry(store, (_, _) -> Map.of());
    private final ServiceAddress addresses = new ServiceAddress(registry, kinds);

    @AfterEach
    void close() {
        registry.close();
        store.close();
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) MAPPER.readTree(text);
    }

    private void service(String spec) throws IOException {
        registry.create(kinds.named("", "Service"), "ns", "hook", json("""
                {"kind":"Service","apiVersion":"v1","metadata":{"name":"hook","namespace":"ns"},"spec":{%s}}""".formatted(spec)));
    }

    private void slice(String name, String service, String endpoints) throws IOException {
        registry.create(kinds.named("discovery.k8s.io", "EndpointSlice"), "ns", name, json("""
                {"kind":"EndpointSlice","apiVersion":"discovery.k8s.io/v1","addressType":"IPv4",
                 "metadata":{"name":"%s","namespace":"ns","labels":{"kubernetes.io/service-name":"%s"}},
                 "ports":[{"name":"other","port":1},{"name":"tls","port":8443}],"endpoints":[%s]}""".formatted(
                        name, service, endpoints)));
    }

    @Test
    void aReadyEndpointIsCalledAtItsOwnPort() throws IOException {
        service("\"clusterIP\":\"10.96.0.9\",\"ports\":[{\"name\":\"tls\",\"port\":443,\"targetPort\":8443}]");
        assertThat(addresses.of(HOOK)).as("nobody keeps slices").isEqualTo("10.96.0.9:443");
        slice("a", "another", "{\"addresses\":[\"10.0.0.1\"]}");
        slice("b", "hook", "{\"addresses\":[\"10.0.0.2\"],\"conditions\":{\"ready\":false}}");
        assertThatThrownBy(() -> addresses.of(HOOK)).hasMessage("no endpoints available for service \"hook\"");
        slice("c", "hook", "{\"addresses\":[\"10.0.0.3\"],\"conditions\":{\"ready\":true}}");
        assertThat(addresses.of(HOOK)).isEqualTo("10.0.0.3:8443");
    }

    @Test
    void whatIsMissingIsTold() throws IOException {
        assertThatThrownBy(() -> addresses.of(HOOK)).hasMessage("service \"hook\" not found");
        service("\"clusterIP\":\"None\",\"ports\":[{\"port\":443}]");
        assertThatThrownBy(() -> addresses.of(new WebhookEndpoint.Service("ns", "hook", "/", 80)))
                .hasMessage("no service port 80 found for service \"hook\"");
        assertThatThrownBy(() -> addresses.of(HOOK)).hasMessage("service \"hook\" has no clusterIP");
    }
}
