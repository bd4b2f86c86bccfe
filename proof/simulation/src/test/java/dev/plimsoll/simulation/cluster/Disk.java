package dev.plimsoll.simulation.cluster;

import dev.plimsoll.codec.node.ActuatedCheckpoint;
import dev.plimsoll.codec.node.AllocatedCheckpoint;
import dev.plimsoll.codec.topology.CpuCheckpoint;
import dev.plimsoll.codec.topology.MemoryCheckpoint;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A node's checkpoints. What is saved is kept as a value and becomes a file only when a process starts that reads it, by the node
 * agent's own reader.
 */
public final class Disk implements NodeCheckpoints {
    private static final String CPUS = "cpu_manager_state";
    private static final String MEMORY = "memory_manager_state";

    private final Map<String, Supplier<String>> files = new TreeMap<>();
    private final CrashPoint crash;
    private final InstantSource clock;
    private final Set<String> notWritten = new HashSet<>();
    private int failures;

    public Disk(CrashPoint crash, InstantSource clock) {
        this.crash = crash;
        this.clock = clock;
    }

    public void failNext(int writes) {
        failures = writes;
    }

    /** Whether the process has something to write again: it tells nobody before that is done. */
    public boolean isBehind() {
        return !notWritten.isEmpty();
    }

    void lose(Mutation mutation) {
        if (mutation == Mutation.NODE_FORGETS_CPUS) {
            files.remove(CPUS);
            files.remove(MEMORY);
        }
    }

    private void write(String name, Supplier<String> content) throws IOException {
        crash.pass();
        if (failures > 0) {
            failures--;
            notWritten.add(name);
            throw new IOException("no space left on device");
        }
        files.put(name, content);
        notWritten.remove(name);
        crash.pass();
    }

    @Override
    public void save(Checkpoint.OfAllocated content) throws IOException {
        write(AllocatedCheckpoint.FILE, () -> AllocatedCheckpoint.encode(content));
    }

    @Override
    public void save(Checkpoint.OfActuated content) throws IOException {
        write(ActuatedCheckpoint.FILE, () -> ActuatedCheckpoint.encode(content));
    }

    @Override
    public void save(StoredCpus cpus, StoredMemory memory) throws IOException {
        write(CPUS, () -> CpuCheckpoint.encode(cpus));
        write(MEMORY, () -> MemoryCheckpoint.encode(memory));
    }

    @Override
    public Loaded load() {
        notWritten.clear();
        if (files.isEmpty()) return Loaded.NOTHING;
        try {
            var folder = Files.createTempDirectory("plimsoll-history");
            try {
                for (var file : files.entrySet())
                    Files.writeString(
                            folder.resolve(file.getKey()), file.getValue().get());
                var loaded = new FileCheckpoints(folder, clock).load();
                files.keySet().removeIf(name -> !Files.exists(folder.resolve(name)));
                return loaded;
            } finally {
                remove(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
