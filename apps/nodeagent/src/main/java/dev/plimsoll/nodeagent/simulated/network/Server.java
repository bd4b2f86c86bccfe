package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;

/** A program that takes connections. */
public interface Server {
    /** Serves one connection to its end, on a thread of its own. The network closes it afterwards. */
    void serve(Connection connection) throws IOException, InterruptedException;

    /**
     * A connection that somebody has made.
     *
     * @param client address and port of who connected
     * @param local where it arrived
     */
    record Connection(DuplexStream stream, Destination client, Destination local) {}
}
