package dev.plimsoll.core.topology.state;

/** What a checkpoint says of memory, not yet checked against the machine. */
public record StoredMemory(String policyName, MemoryState memory) {}
