package dev.plimsoll.apiserver.transport;

import dev.plimsoll.runtime.http.KeepAliveConnector;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;

/** Accepts connections and tells of each. */
final class ClientConnector extends KeepAliveConnector {
    private final ClientConnections connections;

    ClientConnector(Server server, ClientConnections connections, ConnectionFactory... protocols) {
        super(server, protocols);
        this.connections = connections;
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
