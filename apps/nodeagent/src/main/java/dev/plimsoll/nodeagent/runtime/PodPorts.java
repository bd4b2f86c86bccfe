package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;

/** The ports of a pod, as somebody inside it reaches them. */
public interface PodPorts {
    /**
     * Serves one connection to its end. The client's stream stays the caller's to close.
     *
     * @throws IOException if nobody listens there; the message tells the client
     */
    void connect(int port, DuplexStream client) throws IOException, InterruptedException;
}
