package dev.plimsoll.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of production: leader-writes
class LeaderOnlyTransportTest {
    private final AtomicBoolean leads = new AtomicBoolean();
    private final List<String> arrived = new ArrayList<>();
    private final Transport transport = new LeaderOnlyTransport(
            new Transport() {
                @Override
                public Reply send(ClientRequest request) {
                    arrived.add(request.method());
                    return new Reply(200, Map.of(), new byte[0]);
                }

                @Override
                public Streamed open(ClientRequest request) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void close() {}
            },
            leads::get);

    private static ClientRequest request(String method) {
        return new ClientRequest(method, "/api/v1/pods", Map.of(), new byte[0], Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    @DisplayName("a write leaves the process only while it leads; each attempt is looked at anew")
    void writes(String method) throws IOException {
        assertThatIOException()
                .isThrownBy(() -> transport.send(request(method)))
                .withMessageContaining("not lead");
        leads.set(true);
        transport.send(request(method));
        leads.set(false);
        assertThatIOException().isThrownBy(() -> transport.send(request(method)));
        assertThat(arrived).containsExactly(method);
    }

    @Test
    @DisplayName("everybody may read")
    void reads() throws IOException {
        transport.send(request("GET"));
        assertThat(arrived).containsExactly("GET");
    }
}
