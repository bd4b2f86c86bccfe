package dev.plimsoll.nodeagent.simulated.network;

import java.util.Optional;

/** A pod as the network sees it. */
public interface PodPlace {
    /** Whether a program of it has been told to start and is not there yet: somebody may listen in a moment. */
    boolean isStarting();

    /** Whether it is known of each of its containers what it does. */
    boolean isUnderstood();

    /** Who answers at a port that a container names and of whose program nothing is known. */
    Optional<Server> placeholder(int port);
}
