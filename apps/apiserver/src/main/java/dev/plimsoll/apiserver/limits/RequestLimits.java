package dev.plimsoll.apiserver.limits;

import java.time.Duration;

/**
 * What clients may ask of the server at most; 0 is no bound.
 *
 * @param requestsInFlight reads that are answered at one time; watches do not count
 * @param mutatingInFlight writes that are answered at one time
 * @param requestBytes of a body
 * @param idle how long a client may neither send nor take anything in the middle of something
 * @param perUserPerSecond requests of one user, masters excepted
 * @param requestTime from the head of a request to the beginning of its reply, watches and logs excepted; a whole reply must be
 *     taken within the same time
 * @param clients what the clients may hold
 */
public record RequestLimits(
        int requestsInFlight,
        int mutatingInFlight,
        int requestBytes,
        Duration idle,
        int perUserPerSecond,
        Duration requestTime,
        Clients clients) {
    public static final RequestLimits DEFAULT = new RequestLimits(400, 200, 3 << 20, Duration.ofSeconds(90), 0);

    /** With the defaults for times and for what clients may hold. */
    public RequestLimits(
            int requestsInFlight, int mutatingInFlight, int requestBytes, Duration idle, int perUserPerSecond) {
        this(
                requestsInFlight,
                mutatingInFlight,
                requestBytes,
                idle,
                perUserPerSecond,
                Duration.ofSeconds(60),
                Clients.DEFAULT);
    }

    /**
     * What clients may hold at one time. A connection is unauthenticated until a request on it proves who its client is.
     *
     * @param connections of all clients; when there are more, the oldest unauthenticated one is closed
     * @param unauthenticatedPerAddress of one client address; when there are more, the oldest of them is closed
     * @param connectionsPerUser further connections of a user count as unauthenticated
     * @param streamsPerUser open watches and logs of one user, masters excepted
     * @param streamsPerConnection requests at one time on one HTTP/2 connection
     * @param header time for the TLS handshake and the head of the first request together, and for the head of each later request
     *     from its first byte on
     * @param bodyBytes memory for bodies that are still arriving; one user gets a quarter of it
     * @param replyBytes memory for replies that slow clients have not taken yet; one user gets a quarter of it
     */
    public record Clients(
            int connections,
            int unauthenticatedPerAddress,
            int connectionsPerUser,
            int streamsPerUser,
            int streamsPerConnection,
            Duration header,
            long bodyBytes,
            long replyBytes) {
        public static final Clients DEFAULT =
                new Clients(10_000, 500, 2_000, 5_000, 250, Duration.ofSeconds(30), memory(8), memory(8));

        /** A part of the heap, so that a small server holds less than a large one. */
        private static long memory(int part) {
            return Math.max(32L << 20, Runtime.getRuntime().maxMemory() / part);
        }

        public Clients withConnections(int changed) {
            return new Clients(
                    changed,
                    unauthenticatedPerAddress,
                    connectionsPerUser,
                    streamsPerUser,
                    streamsPerConnection,
                    header,
                    bodyBytes,
                    replyBytes);
        }

        public Clients withStreams(int perUser, int perConnection) {
            return new Clients(
                    connections,
                    unauthenticatedPerAddress,
                    connectionsPerUser,
                    perUser,
                    perConnection,
                    header,
                    bodyBytes,
                    replyBytes);
        }
    }
}
