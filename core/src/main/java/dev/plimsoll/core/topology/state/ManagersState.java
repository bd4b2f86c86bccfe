package dev.plimsoll.core.topology.state;

/** All that a node has assigned. It is what a checkpoint holds, and all that a decision needs beside machine and settings. */
public record ManagersState(CpuState cpus, MemoryState memory) {}
