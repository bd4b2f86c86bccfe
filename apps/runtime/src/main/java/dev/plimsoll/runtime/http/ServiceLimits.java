package dev.plimsoll.runtime.http;

import java.time.Duration;

/**
 * What clients of a service may take before anything is known of them.
 *
 * @param connections open at one time
 * @param firstRequest in which the head of a request has come on a new connection, handshake included
 * @param body in which all of a request's body has come
 * @param idle after which a connection without traffic is closed
 */
public record ServiceLimits(int connections, Duration firstRequest, Duration body, Duration idle) {
    public static final ServiceLimits DEFAULT =
            new ServiceLimits(2_000, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(90));
}
