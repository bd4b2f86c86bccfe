package dev.plimsoll.autoscaler.admission;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.client.connection.HttpServerBounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

/** The HTTPS endpoint that API servers call. Each request is answered on a thread of its own. */
public final class WebhookServer implements AutoCloseable {
    private static final int LARGEST_BODY = 8 << 20;
    private static final int PIECE = 64 * 1024;
    /** Pieces of bodies that are held at one time. Callers need not say who they are: they share 64 MiB. */
    private final Semaphore pieces = new Semaphore(1024);

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("webhook-", 0).factory());

    /** Listens at once; port 0 is any that is free. */
    public WebhookServer(InetSocketAddress address, ServingIdentity identity, UnaryOperator<byte[]> answer)
            throws IOException {
        HttpServerBounds.apply();
        server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity.context()) {
            @Override
            public void configure(HttpsParameters parameters) {
                var chosen = getSSLContext().getDefaultSSLParameters();
                chosen.setProtocols(identity.speech().protocols().toArray(String[]::new));
                var ciphers = identity.speech().ciphers();
                if (!ciphers.isEmpty()) chosen.setCipherSuites(ciphers.toArray(String[]::new));
                parameters.setSSLParameters(chosen);
            }
        });
        server.setExecutor(threads);
        server.createContext("/", exchange -> handle(exchange, answer));
        server.start();
    }

    private void handle(HttpExchange exchange, UnaryOperator<byte[]> answer) throws IOException {
        var held = 0;
        try (exchange) {
            var received = new ByteArrayOutputStream();
            while (received.size() <= LARGEST_BODY) {
                if (!pieces.tryAcquire()) {
                    exchange.getResponseHeaders().add("Retry-After", "1");
                    exchange.sendResponseHeaders(503, -1);
                    return;
                }
                held++;
                var piece = exchange.getRequestBody().readNBytes(PIECE);
                if (piece.length == 0) break;
                received.writeBytes(piece);
            }
            var body = received.toByteArray();
            var type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (body.length > LARGEST_BODY) {
                exchange.sendResponseHeaders(413, -1);
                return;
            }
            if (type == null || !type.startsWith("application/json")) {
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            var reply = answer.apply(body);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
        } finally {
            pieces.release(held);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
