package dev.plimsoll.apiserver.http;

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
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Listens: HTTP/1.1 and HTTP/2 on one port over TLS, or plain HTTP/1.1 for tests on the same machine. */
public final class HttpServer implements AutoCloseable {
    private static final int HEADER_BYTES = 64 * 1024;

    private final Server server;
    private final ServerConnector connector;

    private HttpServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    public static HttpServer plain(String host, int port, Limits limits, Function<ApiRequest, ApiReply> api) {
        var server = server(limits, api);
        return started(
                server,
                new ServerConnector(server, 1, 1, new HttpConnectionFactory(settings(false))),
                host,
                port,
                limits);
    }

    /**
     * Over TLS.
     *
     * @param tls with the server's certificate, and the authority of client certificates
     */
    public static HttpServer secure(
            String host, int port, Limits limits, SSLContext tls, Function<ApiRequest, ApiReply> api) {
        var server = server(limits, api);
        var context = new SslContextFactory.Server();
        context.setSslContext(tls);
        context.setWantClientAuth(true);
        context.setSniRequired(false);
        var settings = settings(true);
        var http1 = new HttpConnectionFactory(settings);
        var http2 = new HTTP2ServerConnectionFactory(settings);
        http2.setMaxConcurrentStreams(1000);
        // A stream may be silent as long as it likes; reading and writing have their own bounds. (0 would mean the
        // connection's.)
        http2.setStreamIdleTimeout(-1);
        var alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        var ssl = new SslConnectionFactory(context, alpn.getProtocol());
        return started(server, new ServerConnector(server, 1, 1, ssl, alpn, http2, http1), host, port, limits);
    }

    private static Server server(Limits limits, Function<ApiRequest, ApiReply> api) {
        var pool = new QueuedThreadPool(16, 4);
        pool.setName("http");
        pool.setReservedThreads(0);
        pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
        var server = new Server(pool);
        server.setHandler(new JettyFront(api, ServerWebSocketContainer.ensure(server), limits));
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

    private static HttpServer started(Server server, ServerConnector connector, String host, int port, Limits limits) {
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
        return new HttpServer(server, connector);
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
