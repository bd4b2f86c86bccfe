package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
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

    private static final int STREAM_WINDOW = 128 * 1024;
    private static final int CONNECTION_WINDOW = 512 * 1024;

    private final Server server;
    private final ServerConnector connector;
    private final ClientConnections connections;
    private final RunningRequests running;

    private HttpServer(
            Server server, ServerConnector connector, ClientConnections connections, RunningRequests running) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
        this.running = running;
    }

    public static HttpServer plain(String host, int port, RequestLimits limits, Function<ApiRequest, ApiReply> api) {
        var connections = new ClientConnections(limits.clients());
        var running = new RunningRequests();
        var server = server(limits, api, connections, running);
        var connector = new ClientConnector(server, connections, new HttpConnectionFactory(settings(false)));
        return new HttpServer(server, connector, connections, running).started(host, port, limits);
    }

    /**
     * Over TLS.
     *
     * @param tls with the server's certificate, and the authority of client certificates
     */
    public static HttpServer secure(
            String host, int port, RequestLimits limits, SSLContext tls, Function<ApiRequest, ApiReply> api) {
        var connections = new ClientConnections(limits.clients());
        var running = new RunningRequests();
        var server = server(limits, api, connections, running);
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
        return new HttpServer(server, connector, connections, running).started(host, port, limits);
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

    private static Server server(
            RequestLimits limits,
            Function<ApiRequest, ApiReply> api,
            ClientConnections connections,
            RunningRequests running) {
        var pool = new QueuedThreadPool(16, 4);
        pool.setName("http");
        pool.setReservedThreads(0);
        var server = new Server(pool);
        var sockets = ServerWebSocketContainer.ensure(server);
        server.setHandler(new JettyHandler(api, sockets, limits, connections, running));
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

    private HttpServer started(String host, int port, RequestLimits limits) {
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setAcceptQueueSize(1024);
        server.addConnector(connector);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
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

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server did not stop", e);
        }
    }
}
