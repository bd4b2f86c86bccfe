package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.SessionContainer;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Listens: HTTP/1.1 and HTTP/2 on one port over TLS, or plain HTTP/1.1 for tests on the same machine. */
public final class HttpServer implements AutoCloseable {
    private static final int HEADER_BYTES = 64 * 1024;
    private static final long SWEPT_EVERY_MILLIS = 500;

    /** How long clients on HTTP/2 get to read that they are to go elsewhere. */
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private static final int STREAM_WINDOW = 128 * 1024;
    private static final int CONNECTION_WINDOW = 512 * 1024;

    private final Server server;
    private final ServerConnector connector;
    private final ClientConnections connections;
    private final RunningRequests running;
    private final ReplyWriter writer;
    private final RequestLimits limits;

    private HttpServer(
            Server server,
            ServerConnector connector,
            ClientConnections connections,
            RunningRequests running,
            ReplyWriter writer,
            RequestLimits limits) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
        this.running = running;
        this.writer = writer;
        this.limits = limits;
    }

    /** Without TLS; it listens when it is told to. */
    public static HttpServer plain(RequestLimits limits) {
        var connections = new ClientConnections(limits.clients());
        var running = new RunningRequests();
        var writer = new ReplyWriter(limits);
        var server = server();
        var connector = new ClientConnector(server, connections, new HttpConnectionFactory(settings(false)));
        return new HttpServer(server, connector, connections, running, writer, limits);
    }

    /**
     * Over TLS; it listens when it is told to.
     *
     * @param tls with the server's certificate, and the authority of client certificates
     */
    public static HttpServer secure(RequestLimits limits, SSLContext tls) {
        var connections = new ClientConnections(limits.clients());
        var running = new RunningRequests();
        var writer = new ReplyWriter(limits);
        var server = server();
        var context = new SslContextFactory.Server();
        context.setSslContext(tls);
        context.setWantClientAuth(true);
        context.setSniRequired(false);
        var settings = settings(true);
        var http1 = new HttpConnectionFactory(settings);
        var alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        var ssl = new SslConnectionFactory(context, alpn.getProtocol());
        var connector = new ClientConnector(
                server, connections, ssl, alpn, http2(settings, limits.clients(), connections), http1);
        return new HttpServer(server, connector, connections, running, writer, limits);
    }

    private static HTTP2ServerConnectionFactory http2(
            HttpConfiguration settings, RequestLimits.Clients limits, ClientConnections connections) {
        var http2 = new HTTP2ServerConnectionFactory(settings);
        http2.setMaxConcurrentStreams(limits.streamsPerConnection() == 0 ? 10_000 : limits.streamsPerConnection());
        // A stream may be silent as long as it likes; reading and writing have their own bounds. (0 would mean the
        // connection's.)
        http2.setStreamIdleTimeout(-1);
        http2.setInitialStreamRecvWindow(STREAM_WINDOW);
        http2.setInitialSessionRecvWindow(CONNECTION_WINDOW);
        http2.setRateControlFactory(new ControlFrames(connections));
        return http2;
    }

    private static Server server() {
        var pool = new QueuedThreadPool(16, 4);
        pool.setName("http");
        pool.setReservedThreads(0);
        var server = new Server(pool);
        server.setErrorHandler(new ErrorPages());
        server.setStopTimeout(0);
        return server;
    }

    private static HttpConfiguration settings(boolean secure) {
        var settings = new HttpConfiguration();
        settings.setSendServerVersion(false);
        settings.setSendDateHeader(true);
        settings.setRequestHeaderSize(HEADER_BYTES);
        settings.setUriCompliance(org.eclipse.jetty.http.UriCompliance.LEGACY);
        if (secure) settings.addCustomizer(new SecureRequestCustomizer(false));
        return settings;
    }

    /** Listens, and answers with what the function makes of each request. */
    public HttpServer listen(String host, int port, Function<ApiRequest, ApiReply> api) {
        var sockets = ServerWebSocketContainer.ensure(server);
        server.setHandler(new JettyHandler(api, sockets, limits, connections, running, writer));
        connector.setHost(host);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(limits.idle().toMillis());
        connector.setAcceptQueueSize(1024);
        server.addConnector(connector);
        try {
            ListenPort.open(connector, port);
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(
                    "cannot listen on " + ListenPort.shown(host, port) + ": " + e.getMessage(), e);
        }
        sweepLater();
        return this;
    }

    private void sweepLater() {
        connector.getScheduler().schedule(this::sweep, SWEPT_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        if (!server.isRunning()) return;
        var now = System.nanoTime();
        connections.sweep(now);
        running.sweep(now);
        sweepLater();
    }

    /** Open connections of clients. */
    public int connections() {
        return connections.count();
    }

    /** Those on which nobody has proved yet who they are. */
    public int unauthenticatedConnections() {
        return connections.countUnauthenticated();
    }

    /** Requests that have a thread, streams included. */
    public int runningRequests() {
        return running.count();
    }

    public int port() {
        return connector.getLocalPort();
    }

    /**
     * Takes no new connections and tells clients to go on elsewhere ({@code Connection: close}, GOAWAY); then ends streams and waits
     * until what was asked before is answered.
     *
     * @param endStreams ends watches and logs
     * @param atMost after which requests that are still running are left to {@link #close}
     */
    public void drain(Runnable endStreams, Duration atMost) {
        writer.lastReplies();
        var _ = connector.shutdown(); // what it would wait for are idle connections, which are closed below
        var sessions = new ArrayList<CompletableFuture<Void>>();
        for (var protocol : connector.getConnectionFactories()) {
            if (protocol instanceof HTTP2ServerConnectionFactory http2)
                http2.getContainedBeans(SessionContainer.class).forEach(each -> sessions.add(each.shutdown()));
        }
        endStreams.run();
        running.awaitNone(atMost);
        // A client may have sent one more request before it read the GOAWAY.
        for (var session : sessions) awaitClosed(session);
        running.awaitNone(atMost);
    }

    private static void awaitClosed(CompletableFuture<Void> session) {
        try {
            session.get(GOODBYE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // it is closed below, whatever its client does
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server did not stop", e);
        }
    }
}
