package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.codec.node.ActuatedCheckpoint;
import dev.plimsoll.codec.node.AllocatedCheckpoint;
import dev.plimsoll.codec.node.EncodedPods;
import dev.plimsoll.codec.topology.CpuCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.codec.topology.MemoryCheckpoint;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints in the files of a folder, named and formed as the kubelet's. A file that is damaged is moved aside and told of; what
 * it held is found again from what runs and from the API.
 */
public final class FileCheckpoints implements NodeCheckpoints {
    private final DurableFile allocated;
    private final DurableFile actuated;
    private final DurableFile cpus;
    private final DurableFile memory;
    private final InstantSource clock;
    private final EncodedPods<Checkpoint.AllocatedEntry> allocatedPods = new EncodedPods<>();
    private final EncodedPods<Checkpoint.ActuatedEntry> actuatedPods = new EncodedPods<>();

    /** In a folder, which is made if it is not there. What was saved is on the disk. */
    public FileCheckpoints(Path folder, InstantSource clock) {
        this(folder, clock, DurableFile.Keeper.DISK);
    }

    /**
     * Of a node that is simulated: what it saved outlives the process and not a loss of power, which would take the containers with it
     * too. Thousands of pods on hundreds of nodes would wait for the disk several times each.
     */
    public static FileCheckpoints ofSimulated(Path folder, InstantSource clock) {
        return new FileCheckpoints(folder, clock, DurableFile.Keeper.SYSTEM);
    }

    private FileCheckpoints(Path folder, InstantSource clock, DurableFile.Keeper keeper) {
        try {
            PrivateFiles.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException("The folder " + folder + " cannot be used", failure);
        }
        this.allocated = new DurableFile(folder.resolve(AllocatedCheckpoint.FILE), keeper);
        this.actuated = new DurableFile(folder.resolve(ActuatedCheckpoint.FILE), keeper);
        this.cpus = new DurableFile(folder.resolve("cpu_manager_state"), keeper);
        this.memory = new DurableFile(folder.resolve("memory_manager_state"), keeper);
        this.clock = clock;
    }

    @Override
    public Loaded load() {
        var damaged = new TreeMap<String, String>();
        var ofAllocated = read(allocated, AllocatedCheckpoint::decode, damaged);
        var ofActuated = read(actuated, ActuatedCheckpoint::decode, damaged);
        return new Loaded(
                ofAllocated == null ? Checkpoint.OfAllocated.EMPTY : ofAllocated,
                ofActuated == null ? Checkpoint.OfActuated.EMPTY : ofActuated,
                read(cpus, CpuCheckpoint::decode, damaged),
                read(memory, MemoryCheckpoint::decode, damaged),
                damaged);
    }

    private <T> @Nullable T read(DurableFile file, Function<String, Decoded<T>> decode, Map<String, String> damaged) {
        try {
            var content = file.read();
            if (content.isEmpty()) return null;
            return switch (decode.apply(new String(content.get(), StandardCharsets.UTF_8))) {
                case Decoded.Loaded<T>(var stored) -> stored;
                case Decoded.Corrupt<T>(var reason) -> {
                    setAside(file, reason, damaged);
                    yield null;
                }
                case Decoded.Unreadable<T>(var reason) -> {
                    setAside(file, reason, damaged);
                    yield null;
                }
            };
        } catch (IOException failure) {
            setAside(file, failure.toString(), damaged);
            return null;
        }
    }

    private void setAside(DurableFile file, String reason, Map<String, String> damaged) {
        try {
            var aside = file.setAside(Long.toString(clock.instant().getEpochSecond()));
            damaged.put(file.name(), reason + " (kept as " + aside.getFileName() + ")");
        } catch (IOException failure) {
            damaged.put(file.name(), reason + " (and it could not be moved aside: " + failure + ")");
        }
    }

    @Override
    public void save(Checkpoint.OfAllocated content) throws IOException {
        synchronized (allocatedPods) {
            allocated.write(AllocatedCheckpoint.encode(content, allocatedPods));
        }
    }

    @Override
    public void save(Checkpoint.OfActuated content) throws IOException {
        synchronized (actuatedPods) {
            actuated.write(ActuatedCheckpoint.encode(content, actuatedPods));
        }
    }

    @Override
    public void save(StoredCpus ofCpus, StoredMemory ofMemory) throws IOException {
        cpus.write(bytes(CpuCheckpoint.encode(ofCpus)));
        memory.write(bytes(MemoryCheckpoint.encode(ofMemory)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
