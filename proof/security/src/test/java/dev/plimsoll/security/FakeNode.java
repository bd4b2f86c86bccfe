package dev.plimsoll.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Pki;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A node that serves a log of any size, made while it is read, and that counts what is taken. */
final class FakeNode implements AutoCloseable {
    private static final byte[] PIECE = new byte[64 * 1024];

    static {
        Arrays.fill(PIECE, (byte) 'x');
    }

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final long size;
    private final Map<String, Log> logs = new ConcurrentHashMap<>();

    FakeNode(long size) throws IOException, GeneralSecurityException {
        this.size = size;
        var pki = Pki.inMemory(Instant.now());
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(pki.server().context(null)));
        server.setExecutor(threads);
        server.createContext("/", this::log);
        server.start();
    }

    /** One pod's log. */
    static final class Log {
        private final AtomicLong given = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();
        private final AtomicLong furthestAhead = new AtomicLong();
        private final CountDownLatch cutOff = new CountDownLatch(1);

        /** The client has got so much of it. */
        void taken(long bytes) {
            taken.addAndGet(bytes);
        }

        /** The most that was ever between the node and the client. */
        long furthestAhead() {
            return furthestAhead.get();
        }

        /** Falls when somebody stops to read in the middle. */
        CountDownLatch cutOff() {
            return cutOff;
        }
    }

    private void log(HttpExchange exchange) throws IOException {
        // /containerLogs/NAMESPACE/POD/CONTAINER
        var log = log(exchange.getRequestURI().getPath().split("/", -1)[3]);
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            send(log, exchange.getResponseBody());
        }
    }

    private void send(Log log, OutputStream to) throws IOException {
        try {
            for (var written = 0L; written < size; written += PIECE.length) {
                to.write(PIECE);
                var ahead = log.given.addAndGet(PIECE.length) - log.taken.get();
                log.furthestAhead.accumulateAndGet(ahead, Math::max);
            }
        } catch (IOException e) {
            log.cutOff.countDown();
            throw e;
        }
    }

    private Log log(String pod) {
        return logs.computeIfAbsent(pod, _ -> new Log());
    }

    /** Makes a node of that name, and on it a pod of the same name, which has the log. */
    Log join(SecureServer cluster, String name) {
        var admin = cluster.admin();
        admin.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + name + "\"}}");
        admin.patch(
                "/api/v1/nodes/" + name + "/status",
                "{\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"127.0.0.1\"}],"
                        + "\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":"
                        + server.getAddress().getPort() + "}}}}");
        admin.post(
                "/api/v1/namespaces/default/pods",
                "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"nodeName\":\"" + name
                        + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        return log(name);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
