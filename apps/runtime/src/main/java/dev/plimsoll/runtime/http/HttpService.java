package dev.plimsoll.runtime.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of a program: HTTP/1.1 on one port of one address or several, over TLS or without. Connections, heads of requests and the time for both are
 * bounded before anything is understood; {@link ServiceLimits} says how.
 */
public final class HttpService implements AutoCloseable {
    private static final int PORTS_TRIED = 20;

    private final String name;
    private final Server server;
    private final ServiceConnector connector;

    private HttpService(String name, Server server, ServiceConnector connector) {
        this.name = name;
        this.server = server;
        this.connector = connector;
    }

    /**
     * Begins to serve pages.
     *
     * @param name of the threads
     * @param address port 0 for any that is free
     * @param tlsOrNull null to serve without it
     */
    public static HttpService start(
            String name, InetSocketAddress address, @Nullable ServingTls tlsOrNull, HttpPage page) throws IOException {
        return start(name, address, tlsOrNull, ServiceLimits.DEFAULT, page);
    }

    static HttpService start(
            String name, InetSocketAddress address, @Nullable ServingTls tlsOrNull, ServiceLimits limits, HttpPage page)
            throws IOException {
        var service = bound(name, address, tlsOrNull, limits);
        service.serve(new PageHandler(name, page, limits.body(), service.connector.getScheduler()));
        return service;
    }

    /**
     * Loads the server's classes on a thread of its own: a program that serves a little later does not wait for them. Called by whoever
     * has other things to do first.
     */
    public static void prepare() {
        Thread.ofPlatform().daemon().name("http-prepare").start(HttpService::unused);
    }

    private static void unused() {
        var server = new Server(new QueuedThreadPool(16, 4));
        server.setHandler(new PageHandler("unused", HttpPages.NONE, Duration.ZERO, server.getScheduler()));
        server.addConnector(ServiceConnector.of(server, ServiceLimits.DEFAULT, null));
    }

    /** Takes an address, so that others can be told of it, and answers nobody yet. */
    public static HttpService bound(String name, InetSocketAddress address, @Nullable ServingTls tlsOrNull)
            throws IOException {
        return bound(name, address, tlsOrNull, ServiceLimits.DEFAULT);
    }

    /**
     * Takes a port that is free at several addresses, and answers nobody yet.
     *
     * @param addresses the first is the one that counts where a server has only one
     */
    public static HttpService bound(String name, List<InetAddress> addresses, @Nullable ServingTls tlsOrNull)
            throws IOException {
        return bound(name, addresses, tlsOrNull, ServiceLimits.DEFAULT);
    }

    static HttpService bound(
            String name, List<InetAddress> addresses, @Nullable ServingTls tlsOrNull, ServiceLimits limits)
            throws IOException {
        for (var attempt = 1; ; attempt++) {
            var service = bound(name, new InetSocketAddress(addresses.getFirst(), 0), tlsOrNull, limits);
            try {
                service.connector.acceptAt(addresses.subList(1, addresses.size()));
                return service;
            } catch (IOException e) {
                service.close();
                // Somebody else may have this port at one of the other addresses.
                if (!(e instanceof BindException) || attempt == PORTS_TRIED) throw e;
            }
        }
    }

    private static HttpService bound(
            String name, InetSocketAddress address, @Nullable ServingTls tlsOrNull, ServiceLimits limits)
            throws IOException {
        var pool = new QueuedThreadPool(16, 4);
        pool.setName(name);
        pool.setReservedThreads(0);
        var server = new Server(pool);
        server.setStopTimeout(0);
        var connector = ServiceConnector.of(server, limits, tlsOrNull);
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.open();
        server.addConnector(connector);
        return new HttpService(name, server, connector);
    }

    /** The handler of pages, for a handler that serves more than them. */
    public Handler pages(HttpPage page) {
        return new PageHandler(name, page, ServiceLimits.DEFAULT.body(), connector.getScheduler());
    }

    /** For what is more than pages: streams and web sockets. */
    public void serve(Handler handler) {
        server.setHandler(new FirstRequest(handler));
        server.setErrorHandler(new ServiceErrors());
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw new IllegalStateException("the server " + name + " did not start: " + e.getMessage(), e);
        }
    }

    /** Tells the connector of each request. */
    private final class FirstRequest extends Handler.Wrapper {
        FirstRequest(Handler handler) {
            super(handler);
        }

        @Override
        @CanIgnoreReturnValue
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            connector.heard(request.getConnectionMetaData().getConnection().getEndPoint());
            return super.handle(request, response, callback);
        }
    }

    /** Of Jetty, for its web sockets. */
    public Server server() {
        return server;
    }

    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            throw new IllegalStateException("the server " + name + " did not stop", e);
        }
    }
}
