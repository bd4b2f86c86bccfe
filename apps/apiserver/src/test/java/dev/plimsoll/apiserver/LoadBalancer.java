package dev.plimsoll.apiserver;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes connections on to servers, as a load balancer of TCP does: each new one to the next server whose {@code /readyz} says yes. What it
 * has passed on it leaves alone.
 */
final class LoadBalancer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A server: its port, and a way to ask it how it is. */
    record Backend(int port, Transport transport) {
        boolean isReady() {
            try {
                return transport
                        .send(new ClientRequest("GET", "/readyz", Map.of(), new byte[0], PATIENCE))
                        .isSuccess();
            } catch (IOException _) {
                return false; // it does not listen
            }
        }
    }

    private final ServerSocket listening;
    private final List<Backend> backends;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private int next;

    private LoadBalancer(ServerSocket listening, List<Backend> backends) {
        this.listening = listening;
        this.backends = List.copyOf(backends);
    }

    static LoadBalancer over(List<Backend> backends) throws IOException {
        var balancer = new LoadBalancer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), backends);
        Thread.ofVirtual().start(balancer::accept);
        return balancer;
    }

    String url() {
        return "https://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> pass(client));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void pass(Socket client) {
        try (client;
                var server = new Socket(InetAddress.getLoopbackAddress(), chosen())) {
            open.add(server);
            var back = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            back.join();
            open.remove(server);
        } catch (IOException _) {
            // the client sees that its connection ends
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private synchronized int chosen() throws IOException {
        for (var tries = 0; tries < backends.size(); tries++) {
            var backend = backends.get(next++ % backends.size());
            if (backend.isReady()) return backend.port();
        }
        throw new IOException("no server is ready");
    }

    /** Until the sender has nothing more to say; the receiver is told. */
    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is of no use any more
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        open.forEach(LoadBalancer::close);
        for (var backend : backends) backend.transport().close();
    }
}
