package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that cannot listen. */
class FailedStartTest {
    @Test
    @DisplayName("a port that is taken ends the start, and no thread goes on behind it, also when the store is closed")
    void takenPort() throws IOException, InterruptedException {
        var threads = new ComponentThreads();
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var _ = threads.own()) {
            try (var store = new MemoryStore()) {
                var settings = new ApiServerSettings(
                        "127.0.0.1",
                        taken.getLocalPort(),
                        false,
                        Map.of(),
                        FeatureGates.DEFAULT,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString());
                assertThatThrownBy(() -> ApiServer.start(store, Pki.inMemory(Instant.now()), settings, _ -> {}))
                        .hasStackTraceContaining("BindException");
            }
            Patience.until("no thread is at work", threads::isAtRest);
            assertThat(threads.atWork()).isEmpty();
        }
    }
}
