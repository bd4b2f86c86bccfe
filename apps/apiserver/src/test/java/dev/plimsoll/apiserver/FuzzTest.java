package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Nonsense of every kind, from a seed: no answer is the server's fault, each is a Status or an object, and every write that was
 * acknowledged is there at the end. {@code -Dplimsoll.fuzz=100000} sends that many requests, {@code -Dplimsoll.fuzz.seed=N}
 * other ones.
 */
class FuzzTest {
    private static final int CLIENTS = 8;

    @Test
    void nonsenseIsRefusedAndNothingIsLost() throws Exception {
        var requests = Integer.getInteger("plimsoll.fuzz", 4000);
        var seed = Long.getLong("plimsoll.fuzz.seed", 1);
        try (var server = new TestServer()) {
            var threads = Thread.activeCount();
            var clients = new ArrayList<FuzzClient>();
            var running = new ArrayList<Thread>();
            for (var i = 0; i < CLIENTS; i++) {
                var client = new FuzzClient(server, new Random(seed * CLIENTS + i), "fuzz-" + i);
                clients.add(client);
                running.add(Thread.ofPlatform().name("fuzz-" + i).start(() -> client.run(requests / CLIENTS)));
            }
            for (var thread : running) thread.join();
            var complaints = new ArrayList<String>();
            for (var client : clients) complaints.addAll(client.complaints());
            for (var client : clients) complaints.addAll(client.lost());
            assertThat(complaints).isEmpty();
            assertThat(List.copyOf(server.defects())).isEmpty();
            assertThat(server.get("/readyz").text()).isEqualTo("ok");
            // Pools are bounded; threads that were left behind would be as many as requests.
            assertThat(Thread.activeCount()).as("threads of the platform").isLessThan(threads + 60);
            assertThat(clients.stream().mapToInt(FuzzClient::sent).sum()).isGreaterThanOrEqualTo(requests - CLIENTS);
            assertThat(clients.stream().mapToInt(FuzzClient::accepted).sum())
                    .as("some of it must still make sense")
                    .isGreaterThan(requests / 20);
        }
    }
}
