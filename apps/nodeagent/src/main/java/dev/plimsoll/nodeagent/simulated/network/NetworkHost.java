package dev.plimsoll.nodeagent.simulated.network;

import java.util.Optional;

/** A node with its pods. */
public interface NetworkHost {
    String address();

    /** The pod that has an address of its own there. */
    Optional<PodPlace> pod(String address);

    /** Where a port of the node leads that a container has asked for. */
    Optional<Destination> hostPort(String address, int port, Protocol protocol);
}
