package dev.plimsoll.apiserver.transport;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.EndPoint;

/**
 * The running watches of each connection. While a connection has one, its idle timer is off: the timer fails a write that happens
 * to be under way when it strikes, and a watch that ends in that moment would reach its client as a cancelled stream. Who does
 * not read is still found by {@link TimeoutOutputStream}.
 */
final class OpenStreams {
    private final long idleMillis;
    private final Map<EndPoint, Integer> running = new HashMap<>();

    OpenStreams(long idleMillis) {
        this.idleMillis = idleMillis;
    }

    synchronized void begin(EndPoint connection) {
        if (running.merge(connection, 1, Integer::sum) == 1) connection.setIdleTimeout(0);
    }

    synchronized void end(EndPoint connection) {
        var left = running.computeIfPresent(connection, (_, count) -> count == 1 ? null : count - 1);
        if (left == null) connection.setIdleTimeout(idleMillis);
    }
}
