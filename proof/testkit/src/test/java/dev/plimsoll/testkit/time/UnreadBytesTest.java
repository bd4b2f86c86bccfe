package dev.plimsoll.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes on their way over the loopback address. */
class UnreadBytesTest {
    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt\n";

    @TempDir
    Path folder;

    private UnreadBytes of(String... lines) throws IOException {
        var table = Files.writeString(folder.resolve("tcp"), HEAD + String.join("\n", lines) + "\n");
        return new UnreadBytes(List.of(table, folder.resolve("none")));
    }

    @Test
    @DisplayName("what a connection of the port has not read is waited for, on either side")
    void unread() throws IOException {
        assertThat(of("   0: 0100007F:C350 0100007F:1F90 01 00000000:0000002A 00:00000000 00000000")
                        .isWaitedFor(8080, 1))
                .isTrue();
        assertThat(of("   0: 0100007F:1F90 0100007F:C350 01 00000010:00000000 00:00000000 00000000")
                        .isWaitedFor(8080, 1))
                .isTrue();
    }

    @Test
    @DisplayName("other ports, listening sockets and connections where all was read are not")
    void read() throws IOException {
        assertThat(of(
                                "   0: 0100007F:1F91 0100007F:C350 01 00000000:0000002A 00:00000000 00000000",
                                "   1: 0100007F:1F90 00000000:0000 0A 00000000:00000002 00:00000000 00000000",
                                "   2: 0100007F:1F90 0100007F:C351 01 00000000:00000000 00:00000000 00000000")
                        .isWaitedFor(8080, 1))
                .isFalse();
    }

    @Test
    @DisplayName("who reads nothing for five seconds is not waited for again, and others still are")
    void stalled() throws IOException {
        var stalled = "   0: 0100007F:C350 0100007F:1F90 01 00000000:0000002A 00:00000000 00000000";
        var unread = of(stalled);
        assertThat(unread.isWaitedFor(8080, 1)).isTrue();
        assertThat(unread.isWaitedFor(8080, Duration.ofSeconds(6).toNanos())).isFalse();
        assertThat(unread.isWaitedFor(8080, Duration.ofSeconds(7).toNanos())).isFalse();
        Files.writeString(
                folder.resolve("tcp"),
                HEAD + stalled + "\n   1: 0100007F:C351 0100007F:1F90 01 00000000:00000001 00:00000000 0\n");
        assertThat(unread.isWaitedFor(8080, Duration.ofSeconds(8).toNanos())).isTrue();
    }

    @Test
    @DisplayName("Linux tells of bytes until they are read")
    void machine() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/net/tcp")), "no Linux");
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            var unread = new UnreadBytes();
            assertThat(unread.isWaitedFor(server.getLocalPort(), 1)).isFalse();
            accepted.getOutputStream().write(new byte[100]);
            assertThat(unread.isWaitedFor(server.getLocalPort(), 2)).isTrue();
            assertThat(client.getInputStream().readNBytes(100)).hasSize(100);
            while (unread.isWaitedFor(server.getLocalPort(), 3)) Thread.onSpinWait(); // acknowledged
        }
    }
}
