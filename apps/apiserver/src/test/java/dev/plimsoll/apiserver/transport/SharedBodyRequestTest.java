package dev.plimsoll.apiserver.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedBodyRequestTest {
    private final CountDownLatch reads = new CountDownLatch(1);
    private final CountDownLatch woken = new CountDownLatch(1);

    /** A reader of the body waits, or gave up waiting, when the request is answered and the rest of its body is dropped. */
    private final class WaitingReader extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            var shared = new SharedBodyRequest(request);
            for (var chunk = shared.read(); chunk != null; chunk = shared.read()) chunk.release();
            shared.demand(woken::countDown);
            reads.countDown();
            new UnreadBody().drop(shared);
            callback.succeeded();
            return true;
        }
    }

    @Test
    @DisplayName("the rest of a body is dropped, although another reader waits for it")
    void theReaderGaveUp() throws Exception {
        var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setHandler(new WaitingReader());
        server.start();
        var port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var out = socket.getOutputStream();
            out.write("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 20\r\n\r\n0123456789"
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            reads.await();
            out.write("0123456789".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 200 ");
            assertThat(woken.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            server.stop();
        }
    }
}
