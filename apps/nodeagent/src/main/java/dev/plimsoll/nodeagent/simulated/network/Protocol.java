package dev.plimsoll.nodeagent.simulated.network;

/** What ports are of. */
public enum Protocol {
    TCP,
    UDP
}
