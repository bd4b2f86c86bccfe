package dev.plimsoll.nodeagent.http;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections, a bounded number at a time. One on which no whole request has come after a while is closed, however busily its
 * client sends crumbs of one; clients that have vanished are found by the system's probes.
 */
final class NodeConnector extends ServerConnector {
    private static final int HEADER_BYTES = 64 * 1024;
    private static final int WAITING = 64;
    private static final int MOST = 2_000;
    private static final Duration IDLE = Duration.ofSeconds(90);
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(30);
    private static final int PROBED_AFTER_SECONDS = 30;
    private static final int PROBED_EVERY_SECONDS = 15;
    private static final int PROBES = 4;

    private final Set<EndPoint> silent = ConcurrentHashMap.newKeySet();

    private NodeConnector(Server server, ConnectionFactory... protocols) {
        super(server, 1, 1, protocols);
        setAcceptQueueSize(WAITING);
        setIdleTimeout(IDLE.toMillis());
        addBean(new NetworkConnectionLimit(MOST, this));
    }

    static NodeConnector of(Server server, @Nullable ServingTls tlsOrNull) {
        var settings = new HttpConfiguration();
        settings.setSendServerVersion(false);
        settings.setRequestHeaderSize(HEADER_BYTES);
        if (tlsOrNull != null) settings.addCustomizer(new SecureRequestCustomizer(false));
        var http = new HttpConnectionFactory(settings);
        return tlsOrNull == null
                ? new NodeConnector(server, http)
                : new NodeConnector(server, new SslConnectionFactory(tlsOrNull.factory(), http.getProtocol()), http);
    }

    @Override
    protected void configure(Socket socket) {
        super.configure(socket);
        try {
            socket.setKeepAlive(true);
            if (!socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) return;
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBED_AFTER_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBED_EVERY_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        } catch (IOException _) {
            // It has just been closed, which the first read notices.
        }
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        silent.add(endPoint);
        getScheduler()
                .schedule(
                        () -> {
                            if (silent.remove(endPoint)) endPoint.close();
                        },
                        FIRST_REQUEST.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    protected void onEndPointClosed(EndPoint endPoint) {
        silent.remove(endPoint);
        super.onEndPointClosed(endPoint);
    }

    /** A whole head of a request has come on it. */
    void heard(EndPoint endPoint) {
        var below = endPoint;
        while (below instanceof EndPoint.Wrapper wrapper) below = wrapper.unwrap();
        silent.remove(below);
    }
}
