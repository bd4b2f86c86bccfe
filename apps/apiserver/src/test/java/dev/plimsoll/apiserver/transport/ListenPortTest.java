package dev.plimsoll.apiserver.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ListenPortTest {
    private static final int SERVERS = 16;

    private final Server server = new Server();
    private final List<ServerConnector> connectors = IntStream.range(0, SERVERS)
            .mapToObj(_ -> new ServerConnector(server))
            .toList();

    @AfterEach
    void close() {
        connectors.forEach(ServerConnector::close);
    }

    private int opened(ServerConnector connector, int port) throws IOException {
        connector.setHost("127.0.0.1");
        ListenPort.open(connector, port);
        return connector.getLocalPort();
    }

    @Test
    @DisplayName("of servers that start at a time at most one has the usual port, and each has one")
    void atOnce() throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var starts = connectors.stream()
                    .map(each -> (Callable<Integer>) () -> opened(each, ListenPort.USUAL))
                    .toList();
            var ports = new HashSet<Integer>();
            for (var start : threads.invokeAll(starts)) ports.add(start.get());
            assertThat(ports).hasSize(SERVERS).doesNotContain(0);
        }
    }

    @Test
    @DisplayName("a port that is asked for by its number is that one, or none")
    void byNumber() throws IOException {
        var port = opened(connectors.getFirst(), 0);
        assertThatThrownBy(() -> opened(connectors.getLast(), port)).isInstanceOf(IOException.class);
    }

    @Test
    void aPortThatWasAskedForIsNamedWhereItCannotBeTaken() {
        assertThat(ListenPort.shown("192.0.2.1", 6444)).isEqualTo("192.0.2.1:6444");
        assertThat(ListenPort.shown("192.0.2.1", ListenPort.USUAL)).isEqualTo("192.0.2.1");
    }
}
