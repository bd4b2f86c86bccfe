package dev.plimsoll.runtime.http;

import java.io.IOException;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Accepts connections, and lets the system find out which clients are no longer there. */
public class KeepAliveConnector extends ServerConnector {
    private static final int PROBED_AFTER_SECONDS = 30;
    private static final int PROBED_EVERY_SECONDS = 15;
    private static final int PROBES = 4;

    protected KeepAliveConnector(Server server, ConnectionFactory... protocols) {
        super(server, 1, 1, protocols);
    }

    @Override
    protected final void configure(Socket socket) {
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
}
