package dev.plimsoll.apiserver.transport;

import java.io.IOException;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Accepts connections, tells of each, and lets the system find out which clients are no longer there. */
final class ClientConnector extends ServerConnector {
    private static final int PROBED_AFTER_SECONDS = 30;
    private static final int PROBED_EVERY_SECONDS = 15;
    private static final int PROBES = 4;

    private final ClientConnections connections;

    ClientConnector(Server server, ClientConnections connections, ConnectionFactory... protocols) {
        super(server, 1, 1, protocols);
        this.connections = connections;
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
        connections.opened(endPoint, System.nanoTime());
    }

    @Override
    protected void onEndPointClosed(EndPoint endPoint) {
        connections.closed(endPoint);
        super.onEndPointClosed(endPoint);
    }
}
