package dev.plimsoll.cli.watch;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A way to a server that can be cut and mended. */
final class TcpRelay implements AutoCloseable {
    private final int port;
    private final int target;
    private final List<Closeable> open = new ArrayList<>();

    TcpRelay(int target) throws IOException {
        this.target = target;
        this.port = listen(0);
    }

    int port() {
        return port;
    }

    private synchronized int listen(int wanted) throws IOException {
        var server = new ServerSocket(wanted, 50, InetAddress.getLoopbackAddress());
        open.add(server);
        Thread.ofVirtual().start(() -> accept(server));
        return server.getLocalPort();
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                var client = server.accept();
                var onward = new Socket(InetAddress.getLoopbackAddress(), target);
                synchronized (this) {
                    open.add(client);
                    open.add(onward);
                }
                Thread.ofVirtual().start(() -> copy(client, onward));
                Thread.ofVirtual().start(() -> copy(onward, client));
            }
        } catch (IOException _) {
            // It was cut.
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // One of both has ended: the other ends too.
        }
    }

    synchronized void cut() throws IOException {
        for (var each : open) each.close();
        open.clear();
    }

    void mend() throws IOException {
        listen(port);
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
