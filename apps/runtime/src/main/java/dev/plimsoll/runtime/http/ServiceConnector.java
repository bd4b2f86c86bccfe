package dev.plimsoll.runtime.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections, a bounded number at a time. One on which no whole request has come after a while is closed, however busily its
 * client sends crumbs of one; clients that have vanished are found by the system's probes.
 */
final class ServiceConnector extends KeepAliveConnector {
    private static final int HEADER_BYTES = 64 * 1024;
    private static final int WAITING = 64;

    private final ServiceLimits limits;
    private final Set<EndPoint> silent = ConcurrentHashMap.newKeySet();
    private final List<AcceptedAddress> more = new CopyOnWriteArrayList<>();

    private ServiceConnector(Server server, ServiceLimits limits, ConnectionFactory... protocols) {
        super(server, protocols);
        this.limits = limits;
        setAcceptQueueSize(WAITING);
        setIdleTimeout(limits.idle().toMillis());
        addBean(new NetworkConnectionLimit(limits.connections(), this));
    }

    static ServiceConnector of(Server server, ServiceLimits limits, @Nullable ServingTls tlsOrNull) {
        var settings = new HttpConfiguration();
        settings.setSendServerVersion(false);
        settings.setRequestHeaderSize(HEADER_BYTES);
        if (tlsOrNull != null) settings.addCustomizer(new SecureRequestCustomizer(false));
        var http = new HttpConnectionFactory(settings);
        return tlsOrNull == null
                ? new ServiceConnector(server, limits, http)
                : new ServiceConnector(
                        server, limits, new SslConnectionFactory(tlsOrNull.factory(), http.getProtocol()), http);
    }

    /** Accepts at further addresses, on the port of this one, from its start on. */
    void acceptAt(List<InetAddress> addresses) throws IOException {
        for (var address : addresses)
            more.add(AcceptedAddress.bound(new InetSocketAddress(address, getLocalPort()), getAcceptQueueSize()));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        for (var each : more) each.begin(getSelectorManager());
    }

    /** While there are too many connections, nobody is accepted anywhere. */
    @Override
    public void setAccepting(boolean isAccepting) {
        super.setAccepting(isAccepting);
        if (!isRunning()) return;
        for (var each : more) {
            if (isAccepting) each.begin(getSelectorManager());
            else each.pause();
        }
    }

    @Override
    public void close() {
        super.close();
        more.forEach(AcceptedAddress::close);
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
                        limits.firstRequest().toMillis(),
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
