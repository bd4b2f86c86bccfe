package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;

/** A network of pods that is not the machine's own. Its calls come from the node. */
public interface PrivatePodNetwork {
    /** Whether it is known what a container serves; of others nothing can be concluded from a port at which nobody listens. */
    boolean isServer(String uid, String container);

    /**
     * Connects.
     *
     * @param host an address, or a name of the cluster
     * @throws UnknownServerException if it is not known what runs there
     */
    DuplexStream connect(String host, int port) throws IOException;

    /** What a gRPC server says of its health. */
    boolean isServing(String host, int port, String service) throws IOException;
}
