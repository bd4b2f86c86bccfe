package dev.plimsoll.simulation;

import dev.plimsoll.codec.topology.CpuCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.codec.topology.MemoryCheckpoint;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.restoration.RestoredState;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The checkpoints of CPUs and memory on a simulated disk, in the form that they have on a real one. */
final class PinnedFiles {
    static final String CPUS = "cpu_manager_state";
    static final String MEMORY = "memory_manager_state";

    private final SimulatedDisk disk;
    private final @Nullable ResourceManagers resourceManagers;

    PinnedFiles(SimulatedDisk disk, @Nullable ResourceManagers resourceManagers) {
        this.disk = disk;
        this.resourceManagers = resourceManagers;
    }

    /** False if the disk does not take it. */
    boolean write(ManagersState state) {
        if (resourceManagers == null) return true;
        return disk.write(CPUS, CpuCheckpoint.encode(new StoredCpus(resourceManagers.cpuPolicyName(), state.cpus())))
                && disk.write(
                        MEMORY,
                        MemoryCheckpoint.encode(new StoredMemory(resourceManagers.memoryPolicyName(), state.memory())));
    }

    RestoredState.Ready read(SortedMap<String, RunningPod> running) {
        var cpus = disk.has(CPUS)
                        && CpuCheckpoint.decode(disk.read(CPUS)) instanceof Decoded.Loaded<StoredCpus>(var stored)
                ? stored
                : null;
        var memory = disk.has(MEMORY)
                        && MemoryCheckpoint.decode(disk.read(MEMORY))
                                instanceof Decoded.Loaded<StoredMemory>(var stored)
                ? stored
                : null;
        if (resourceManagers == null) {
            var reasons = ResourceManagers.keptByNobody(cpus, memory, running);
            if (!reasons.isEmpty()) throw new NotStarted(reasons);
            return new RestoredState.Ready(new ManagersState(CpuState.NONE, MemoryState.NONE), List.of(), Set.of());
        }
        return switch (resourceManagers.restore(cpus, memory, running)) {
            case RestoredState.Ready ready -> ready;
            case RestoredState.Refused(var reasons) -> throw new NotStarted(reasons);
        };
    }
}
