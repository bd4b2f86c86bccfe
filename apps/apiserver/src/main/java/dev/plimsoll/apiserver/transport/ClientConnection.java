package dev.plimsoll.apiserver.transport;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** One connection of a client: who it turned out to be, and whether it gets on. */
final class ClientConnection {
    private final EndPoint endPoint;
    private final String address;
    private final long openedNanos;
    /** Empty until a request proved who it is. */
    private volatile String user = "";

    private int running;
    private boolean multiplexed;
    private @Nullable Connection http;
    /** What had come in when the last request was answered. */
    private long bytesAnswered;

    /** When the sweep first saw more than that; 0 if it has not. */
    private long headBegunNanos;

    ClientConnection(EndPoint endPoint, String address, long nowNanos) {
        this.endPoint = endPoint;
        this.address = address;
        this.openedNanos = nowNanos;
    }

    String address() {
        return address;
    }

    String user() {
        return user;
    }

    void identify(String name) {
        user = name;
    }

    boolean isAuthenticated() {
        return !user.isEmpty();
    }

    /** A request begins; returns how many are being answered now. */
    synchronized int begin(Connection connection, boolean isHttp2) {
        http = connection;
        multiplexed = isHttp2;
        headBegunNanos = 0;
        return ++running;
    }

    synchronized void end() {
        running--;
        if (running == 0 && http != null) bytesAnswered = http.getBytesIn();
    }

    /** Whether it has begun something, a handshake or the head of a request, and takes too long to finish it. */
    synchronized boolean isOverdue(long nowNanos, long patienceNanos) {
        if (running > 0) return false;
        if (http == null) return nowNanos - openedNanos > patienceNanos;
        // Over HTTP/2 also pings come in, and a connection without requests is the idle timer's.
        if (multiplexed || http.getBytesIn() == bytesAnswered) return false;
        if (headBegunNanos == 0) headBegunNanos = nowNanos;
        return nowNanos - headBegunNanos > patienceNanos;
    }

    void close() {
        endPoint.close();
    }
}
