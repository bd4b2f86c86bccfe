package dev.plimsoll.nodeagent.simulated.network;

/** An address of the network and a port there. */
public record Destination(String address, int port) {}
