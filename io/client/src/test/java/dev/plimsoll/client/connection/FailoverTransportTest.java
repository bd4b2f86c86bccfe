package dev.plimsoll.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.FailoverTransport.Member;
import dev.plimsoll.client.testing.VirtualTime;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of production: several-servers
class FailoverTransportTest {
    private final VirtualTime time = new VirtualTime();
    private final TestMember one = new TestMember();
    private final TestMember two = new TestMember();
    private final List<String> moves = new ArrayList<>();
    private final FailoverTransport transport = new FailoverTransport(
            List.of(new Member("https://one", one), new Member("https://two", two)), time, moves::add);

    /** What a server does with requests. */
    enum Manner {
        ANSWERS,
        REFUSES_CONNECTIONS,
        BREAKS_OFF,
        IS_NOT_READY,
        HANGS
    }

    private static final class TestMember implements Transport {
        private volatile Manner manner = Manner.ANSWERS;
        private final List<String> asked = new ArrayList<>();
        private final CountDownLatch hanging = new CountDownLatch(1);
        private final List<TestLines> opened = new ArrayList<>();

        private void receive(ClientRequest request) throws IOException {
            switch (manner) {
                case ANSWERS, IS_NOT_READY -> record(request);
                case REFUSES_CONNECTIONS -> throw new IOException("failed", new ConnectException("refused"));
                case BREAKS_OFF -> {
                    record(request);
                    throw new IOException("the connection was closed");
                }
                case HANGS -> {
                    record(request);
                    if (request.target().equals("/readyz")) throw new java.net.SocketTimeoutException("no answer");
                    hanging.countDown();
                    hang();
                }
            }
        }

        private synchronized void record(ClientRequest request) {
            asked.add(request.method() + " " + request.target());
        }

        private synchronized int askedFor(String request) {
            return (int) asked.stream().filter(request::equals).count();
        }

        private static void hang() throws InterruptedIOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            receive(request);
            var isRefused = manner == Manner.IS_NOT_READY && request.target().equals("/readyz");
            return new Reply(isRefused ? 500 : 200, Map.of(), new byte[0]);
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            receive(request);
            var lines = new TestLines();
            opened.add(lines);
            return new Streamed.Opened(lines);
        }

        @Override
        public void close() {}
    }

    private static final class TestLines implements Transport.Lines {
        private boolean closed;

        @Override
        public Optional<StreamLine> next() {
            return Optional.empty();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static ClientRequest request(String method) {
        return new ClientRequest(method, "/x", Map.of(), new byte[0], Duration.ofSeconds(30));
    }

    @ParameterizedTest(name = "{0} at a server that {1}")
    @CsvSource({
        "GET,  REFUSES_CONNECTIONS",
        "GET,  BREAKS_OFF",
        "HEAD, BREAKS_OFF",
        "POST, REFUSES_CONNECTIONS",
        "PUT,  REFUSES_CONNECTIONS"
    })
    @DisplayName("a request that only reads, or that has not left, is answered by the next server")
    void sentAgain(String method, Manner manner) throws IOException {
        one.manner = manner;

        assertThat(transport.send(request(method)).status()).isEqualTo(200);
        assertThat(two.asked).containsExactly(method + " /x");
        assertThat(moves).singleElement().asString().contains("https://one", "https://two");
    }

    @ParameterizedTest
    @CsvSource({"POST", "PUT", "PATCH", "DELETE"})
    @DisplayName("a write that may have arrived is not sent again; what comes after it goes to the next server")
    void writesAreSentOnce(String method) throws IOException {
        one.manner = Manner.BREAKS_OFF;

        assertThatThrownBy(() -> transport.send(request(method))).hasMessage("the connection was closed");
        assertThat(two.asked).isEmpty();
        assertThat(transport.send(request(method)).status()).isEqualTo(200);
        assertThat(one.asked).hasSize(1);
        assertThat(two.asked).hasSize(1);
    }

    @Test
    @DisplayName("where no server answers, each is tried once and the last failure is told")
    void nobodyAnswers() {
        one.manner = Manner.REFUSES_CONNECTIONS;
        two.manner = Manner.REFUSES_CONNECTIONS;

        assertThatThrownBy(() -> transport.send(request("GET"))).hasMessage("failed");
        assertThat(moves).hasSize(2);
    }

    @Test
    @DisplayName("streams of a server that hangs end; those of one that only takes no new connections go on")
    void streamsEnd() throws IOException {
        transport.open(request("GET"));
        one.manner = Manner.REFUSES_CONNECTIONS;
        transport.open(request("GET"));
        assertThat(one.opened).singleElement().matches(lines -> !lines.closed);

        one.manner = Manner.ANSWERS;
        two.manner = Manner.HANGS;
        time.pass(FailoverTransport.PROBED_EVERY);
        for (var i = 0; i < FailoverTransport.TOLERATED; i++) transport.probe();
        assertThat(two.opened).singleElement().matches(lines -> lines.closed);
    }

    @Test
    @DisplayName(
            "a server that hangs is given up after two probes; a read that waits for it is answered by the next, a write fails, "
                    + "and neither thread stays interrupted")
    void hangingServers() throws Exception {
        one.manner = Manner.HANGS;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var read = threads.submit(() -> {
                var status = transport.send(request("GET")).status();
                return status + " " + Thread.currentThread().isInterrupted();
            });
            one.hanging.await();
            var write = threads.submit(() -> {
                try {
                    return "answered " + transport.send(request("POST")).status();
                } catch (IOException e) {
                    return e.getMessage() + " " + Thread.currentThread().isInterrupted();
                }
            });
            while (one.askedFor("POST /x") == 0) Thread.onSpinWait();
            assertThat(transport.probe()).isEqualTo(FailoverTransport.PROBED_EVERY);
            assertThat(one.askedFor("GET /readyz")).isZero(); // it may have answered a moment ago
            time.pass(FailoverTransport.PROBED_EVERY);
            assertThat(transport.probe()).as("its patience was wait enough").isEqualTo(Duration.ZERO);
            assertThat(moves).isEmpty();
            assertThat(transport.probe()).isEqualTo(FailoverTransport.PROBED_EVERY);

            assertThat(read.get()).isEqualTo("200 false");
            assertThat(write.get()).isEqualTo("https://one does not answer false");
            assertThat(two.asked).containsExactly("GET /readyz", "GET /x");
        }
    }

    @Test
    @DisplayName(
            "a server that says it is not ready is left with its streams for one that is; where none is, it is not left")
    void unreadyServers() throws IOException {
        transport.open(request("GET"));
        one.manner = Manner.IS_NOT_READY;
        two.manner = Manner.IS_NOT_READY;
        time.pass(FailoverTransport.PROBED_EVERY);
        transport.probe();
        assertThat(moves).isEmpty();
        assertThat(one.opened).noneMatch(lines -> lines.closed);
        two.manner = Manner.ANSWERS;
        time.pass(FailoverTransport.PROBED_EVERY);
        transport.probe();
        assertThat(moves).singleElement().asString().contains("not ready", "https://two");
        assertThat(one.opened).singleElement().matches(lines -> lines.closed);
        transport.send(request("POST"));
        assertThat(two.asked).last().isEqualTo("POST /x");
    }

    @Test
    @DisplayName("where no other server answers either, a slow one is not given up")
    void allAreSlow() {
        one.manner = Manner.HANGS;
        two.manner = Manner.HANGS;
        time.pass(FailoverTransport.PROBED_EVERY);
        for (var i = 0; i < 5; i++) transport.probe();
        assertThat(moves).isEmpty();
    }

    @Test
    @DisplayName("a server that answers is not probed")
    void busyServersAreNotProbed() throws IOException {
        time.pass(FailoverTransport.PROBED_EVERY);
        transport.send(request("GET"));
        transport.probe();
        assertThat(one.asked).containsExactly("GET /x");
        time.pass(FailoverTransport.PROBED_EVERY);
        transport.probe();
        assertThat(one.asked).containsExactly("GET /x", "GET /readyz");
    }

    @Test
    @DisplayName("an interrupt of the caller is the caller's: no other server is asked")
    void interrupts() throws Exception {
        one.manner = Manner.HANGS;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> {
                try {
                    return "answered " + transport.send(request("GET")).status();
                } catch (IOException e) {
                    return e.getClass().getSimpleName() + " "
                            + Thread.currentThread().isInterrupted();
                }
            });
            one.hanging.await();
            threads.shutdownNow();
            while (!waiting.isDone()) Thread.onSpinWait();
        }
        assertThat(two.asked).isEmpty();
        assertThat(moves).isEmpty();
    }
}
