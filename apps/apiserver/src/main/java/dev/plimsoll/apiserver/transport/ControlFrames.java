package dev.plimsoll.apiserver.transport;

import java.time.Duration;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;

/**
 * How often an HTTP/2 client may send what costs it nothing: resets (CVE-2023-44487), pings, settings, empty frames. Beyond that
 * its connection is closed. An informer that stops cancels all its watches at once; who is not known has no reason to.
 */
final class ControlFrames implements RateControl.Factory {
    private static final int PER_SECOND = 1000;
    private static final int PER_SECOND_UNAUTHENTICATED = 100;

    private final ClientConnections connections;

    ControlFrames(ClientConnections connections) {
        this.connections = connections;
    }

    @Override
    public RateControl newRateControl(EndPoint endPoint) {
        var known = new WindowRateControl(PER_SECOND, Duration.ofSeconds(1));
        var unknown = new WindowRateControl(PER_SECOND_UNAUTHENTICATED, Duration.ofSeconds(1));
        return frame -> {
            var isKnown = connections.of(endPoint).map(ClientConnection::isAuthenticated);
            return (isKnown.orElse(false) ? known : unknown).onEvent(frame);
        };
    }
}
