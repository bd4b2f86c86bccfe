package dev.plimsoll.nodeagent.simulated.network;

import java.util.Optional;

/** A program that answers datagrams. */
public interface DatagramServer {
    /** What it sends back; empty where that is nothing. */
    Optional<String> answer(String datagram, Destination client);
}
