package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network between a part and another one. While it is cut, bytes stay where they are and new connections get no answer, as where all
 * packets are lost; when it is whole again, what is still wanted goes on.
 */
final class NetworkLink implements AutoCloseable {
    private static final int PIECE = 16 * 1024;

    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<Void> whole = CompletableFuture.completedFuture(null);

    private NetworkLink(ServerSocket listener, InetSocketAddress target) {
        this.listener = listener;
        this.target = target;
    }

    /** To a port of this machine. */
    static NetworkLink to(int port) throws IOException {
        var loopback = InetAddress.getLoopbackAddress();
        var link = new NetworkLink(new ServerSocket(0, 512, loopback), new InetSocketAddress(loopback, port));
        Thread.ofVirtual().name("link-to-" + port).start(link::accept);
        return link;
    }

    /** Where it is entered. */
    int port() {
        return listener.getLocalPort();
    }

    void cut() {
        if (whole.isDone()) whole = new CompletableFuture<>();
    }

    void mend() {
        whole.complete(null);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var near = listener.accept();
                sockets.add(near);
                Thread.ofVirtual().start(() -> connect(near));
            } catch (IOException e) {
                if (!listener.isClosed()) throw new UncheckedIOException(e);
            }
        }
    }

    private void connect(Socket near) {
        whole.join();
        var far = new Socket();
        sockets.add(far);
        try {
            far.setTcpNoDelay(true);
            near.setTcpNoDelay(true);
            far.connect(target);
        } catch (IOException _) {
            end(near, far); // nobody listens there, which the other side is to see
            return;
        }
        Thread.ofVirtual().start(() -> carry(near, far));
        carry(far, near);
    }

    private void carry(Socket from, Socket to) {
        var piece = new byte[PIECE];
        try {
            var input = from.getInputStream();
            var output = to.getOutputStream();
            for (var count = input.read(piece); count >= 0; count = input.read(piece)) {
                whole.join();
                output.write(piece, 0, count);
            }
            whole.join();
            to.shutdownOutput();
        } catch (IOException _) {
            end(from, to); // one side is gone: so is the connection
        }
    }

    private void end(Socket... ends) {
        for (var socket : ends) {
            sockets.remove(socket);
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        end(sockets.toArray(Socket[]::new));
        mend();
    }
}
