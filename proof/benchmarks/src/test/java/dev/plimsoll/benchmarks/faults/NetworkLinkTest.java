package dev.plimsoll.benchmarks.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of production: fault-run
class NetworkLinkTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** A server that says everything back, and ends when its client does. */
    private static ServerSocket echo() throws IOException {
        var server = new ServerSocket(0, 8, LOOPBACK);
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    var socket = server.accept();
                    Thread.ofVirtual().start(() -> answer(socket));
                } catch (IOException _) {
                    return; // closed
                }
            }
        });
        return server;
    }

    private static void answer(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException _) {
            return; // its client went away
        }
    }

    private static String said(Socket socket, String words) throws IOException {
        socket.getOutputStream().write(words.getBytes(UTF_8));
        return new String(socket.getInputStream().readNBytes(words.length()), UTF_8);
    }

    @Test
    @DisplayName("while it is cut nothing comes through, and afterwards what was on its way does")
    void cutAndMended() throws Exception {
        try (var server = echo();
                var link = NetworkLink.to(server.getLocalPort());
                var client = new Socket(LOOPBACK, link.port())) {
            assertThat(said(client, "before")).isEqualTo("before");
            link.cut();
            client.getOutputStream().write("during".getBytes(UTF_8));
            try (var late = new Socket(LOOPBACK, link.port())) {
                late.getOutputStream().write("late".getBytes(UTF_8));
                client.setSoTimeout(100);
                assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
                client.setSoTimeout(0);
                link.mend();
                assertThat(new String(client.getInputStream().readNBytes(6), UTF_8))
                        .isEqualTo("during");
                assertThat(new String(late.getInputStream().readNBytes(4), UTF_8))
                        .isEqualTo("late");
            }
            assertThat(said(client, "after")).isEqualTo("after");
        }
    }

    @Test
    @DisplayName("the end of what a client says comes through, and a client of a server that is gone is told")
    void ends() throws Exception {
        try (var server = echo();
                var link = NetworkLink.to(server.getLocalPort());
                var client = new Socket(LOOPBACK, link.port())) {
            client.getOutputStream().write("last".getBytes(UTF_8));
            client.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).isEqualTo("last".getBytes(UTF_8));
        }
        int free;
        try (var server = echo()) {
            free = server.getLocalPort();
        }
        try (var link = NetworkLink.to(free);
                var refused = new Socket(LOOPBACK, link.port())) {
            assertThat(refused.getInputStream().read()).isEqualTo(-1);
        }
    }
}
