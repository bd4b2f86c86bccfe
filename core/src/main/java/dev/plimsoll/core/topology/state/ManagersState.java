package dev.plimsoll.core.topology.state;

import java.util.TreeSet;

/** All that a node has assigned. It is what a checkpoint holds, and all that a decision needs beside machine and settings. */
public record ManagersState(CpuState cpus, MemoryState memory) {
    /** Pods that have CPUs or memory to themselves. */
    public TreeSet<String> uids() {
        var uids = new TreeSet<>(cpus.pods().keySet());
        uids.addAll(memory.pods().keySet());
        return uids;
    }
}
