package dev.plimsoll.apiserver.transport;

import java.io.IOException;
import org.eclipse.jetty.server.ServerConnector;

/**
 * At which port a server listens. Whether a port is free is found out by taking it, so that two servers that start at a time do not both
 * believe it.
 */
public final class ListenPort {
    /** In place of a number: 6443, where people look for an API server, or any that is free if somebody has that. */
    public static final int USUAL = -1;

    private static final int USUAL_NUMBER = 6443;

    private ListenPort() {}

    /** The connector has its port when this returns. */
    static void open(ServerConnector connector, int port) throws IOException {
        if (port != USUAL) {
            open(port, connector);
            return;
        }
        try {
            open(USUAL_NUMBER, connector);
        } catch (IOException _) {
            open(0, connector); // whatever else is wrong is wrong here too
        }
    }

    /** For people. */
    static String shown(String host, int port) {
        return port == USUAL ? host : host + ":" + port;
    }

    private static void open(int number, ServerConnector connector) throws IOException {
        connector.setPort(number);
        connector.open();
    }
}
