package dev.plimsoll.client.connection;

/**
 * Bounds for the small HTTP servers of programs, those of the JDK: without them a client that never finishes its handshake or
 * its request holds a connection and a thread for ever. The JDK takes them from system properties, once, when the first server of
 * the process is made; who sets the properties has the last word.
 */
public final class HttpServerBounds {
    private static final String REQUEST_SECONDS = "30";
    private static final String CONNECTIONS = "1000";
    private static final String HEADER_BYTES = "65536";

    private HttpServerBounds() {}

    /** To be called before a server is made. */
    public static void apply() {
        var properties = System.getProperties();
        properties.putIfAbsent("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
        properties.putIfAbsent("jdk.httpserver.maxConnections", CONNECTIONS);
        properties.putIfAbsent("sun.net.httpserver.maxReqHeaderSize", HEADER_BYTES);
    }
}
