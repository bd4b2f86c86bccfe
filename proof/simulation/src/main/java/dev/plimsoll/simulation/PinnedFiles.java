package dev.plimsoll.simulation;

import dev.plimsoll.codec.topology.CpuCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.codec.topology.MemoryCheckpoint;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.Restored;
import dev.plimsoll.core.topology.StoredCpus;
import dev.plimsoll.core.topology.StoredMemory;
import org.jspecify.annotations.Nullable;

/** The checkpoints of CPUs and memory on a simulated disk, in the form that they have on a real one. */
final class PinnedFiles {
    static final String CPUS = "cpu_manager_state";
    static final String MEMORY = "memory_manager_state";

    private final SimulatedDisk disk;
    private final @Nullable Pinning pinning;

    PinnedFiles(SimulatedDisk disk, @Nullable Pinning pinning) {
        this.disk = disk;
        this.pinning = pinning;
    }

    /** False if the disk does not take it. */
    boolean write(NodeState state) {
        if (pinning == null) return true;
        return disk.write(CPUS, CpuCheckpoint.encode(new StoredCpus(pinning.cpuPolicyName(), state.cpus())))
                && disk.write(
                        MEMORY, MemoryCheckpoint.encode(new StoredMemory(pinning.memoryPolicyName(), state.memory())));
    }

    /** Null where nothing is pinned or was written. */
    @Nullable
    NodeState read() {
        if (pinning == null || !disk.has(CPUS)) return null;
        var fresh = pinning.initialState();
        var cpus = CpuCheckpoint.decode(disk.read(CPUS)) instanceof Decoded.Loaded<StoredCpus>(var stored)
                ? stored
                : new StoredCpus(pinning.cpuPolicyName(), fresh.cpus());
        var memory = MemoryCheckpoint.decode(disk.read(MEMORY)) instanceof Decoded.Loaded<StoredMemory>(var stored)
                ? stored
                : new StoredMemory(pinning.memoryPolicyName(), fresh.memory());
        return switch (pinning.restore(cpus, memory)) {
            case Restored.Ready(var state, var _) -> state;
            case Restored.Refused(var reasons) -> throw new IllegalStateException("not restored: " + reasons);
        };
    }
}
