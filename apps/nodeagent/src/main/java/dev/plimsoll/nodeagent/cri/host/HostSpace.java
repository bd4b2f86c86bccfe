package dev.plimsoll.nodeagent.cri.host;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.linux.files.FileSystemInodes;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What a machine has left beside memory: room on its file systems, and processes that it can still start. */
public final class HostSpace {
    private final Path root;
    private final Path proc;
    private final CriClient cri;

    /**
     * Of this machine.
     *
     * @param root on the file system of volumes and logs
     */
    public HostSpace(Path root, Path proc, CriClient cri) {
        this.root = root;
        this.proc = proc;
        this.cri = cri;
    }

    /** What cannot be read is not there. Images that are on the file system of the node are no signal of their own. */
    public Map<EvictionSignal, Availability> read() {
        var read = new EnumMap<EvictionSignal, Availability>(EvictionSignal.class);
        try {
            var node = Files.getFileStore(root);
            read.put(EvictionSignal.NODEFS, availability(node));
            inodes(root).ifPresent(files -> read.put(EvictionSignal.NODEFS_INODES, files));
            var images = imageFolder();
            if (images.isPresent() && !Files.getFileStore(images.get()).equals(node)) {
                read.put(EvictionSignal.IMAGEFS, availability(Files.getFileStore(images.get())));
                inodes(images.get()).ifPresent(files -> read.put(EvictionSignal.IMAGEFS_INODES, files));
            }
        } catch (IOException _) {
            // The folder is made at the start: without it there is nothing to be measured.
        }
        try {
            read.put(EvictionSignal.PIDS, processes());
        } catch (IOException | NumberFormatException _) {
            // A machine whose /proc does not tell is never short of processes.
        }
        return read;
    }

    /** The file system that images are on: the node's own, where the runtime does not say. */
    public Optional<Availability> images() {
        try {
            return Optional.of(availability(Files.getFileStore(imageFolder().orElse(root))));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Empty on a file system that makes them as they are needed. */
    private static Optional<Availability> inodes(Path path) throws IOException {
        var files = FileSystemInodes.of(path);
        return files.total() == 0 ? Optional.empty() : Optional.of(new Availability(files.total(), files.free()));
    }

    private Optional<Path> imageFolder() {
        for (var filesystem : cri.images().filesystems().ok().orElse(java.util.List.of())) {
            var path = Path.of(filesystem.mountpoint());
            if (!filesystem.mountpoint().isEmpty() && Files.exists(path)) return Optional.of(path);
        }
        return Optional.empty();
    }

    private static Availability availability(FileStore store) throws IOException {
        return new Availability(store.getTotalSpace(), store.getUsableSpace());
    }

    /** {@code /proc/loadavg} ends with how many run of how many there are, and the last one's number. */
    private Availability processes() throws IOException {
        var most = Math.min(number("sys/kernel/pid_max"), number("sys/kernel/threads-max"));
        var counts = Files.readString(proc.resolve("loadavg")).split("\\s+", -1)[3];
        var there = Long.parseLong(counts.substring(counts.indexOf('/') + 1));
        return new Availability(most, Math.max(0, most - there));
    }

    private long number(String file) throws IOException {
        return Long.parseLong(Files.readString(proc.resolve(file)).strip());
    }
}
