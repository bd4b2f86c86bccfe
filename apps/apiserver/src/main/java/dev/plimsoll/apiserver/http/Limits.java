package dev.plimsoll.apiserver.http;

import java.time.Duration;

/**
 * What clients may ask of the server at most; 0 is no bound.
 *
 * @param requestsInFlight reads that are answered at one time; watches do not count
 * @param mutatingInFlight writes that are answered at one time
 * @param requestBytes of a body
 * @param idle how long a client may neither send nor take anything in the middle of something
 * @param perUserPerSecond requests of one user, masters excepted
 */
public record Limits(
        int requestsInFlight, int mutatingInFlight, int requestBytes, Duration idle, int perUserPerSecond) {
    public static final Limits DEFAULT = new Limits(400, 200, 3 << 20, Duration.ofSeconds(90), 0);
}
