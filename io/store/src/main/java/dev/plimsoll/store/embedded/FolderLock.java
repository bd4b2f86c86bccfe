package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The right to a folder. The kernel takes it back when the process dies, however it dies. */
final class FolderLock implements AutoCloseable {
    private static final String FILE = "lock";

    /**
     * Folders held by this process. Needed beside the file lock, which POSIX gives to a process as a whole: opening and closing the
     * file a second time would silently let go of it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** @param folder an existing one */
    static FolderLock take(Path folder) throws IOException {
        var real = folder.toRealPath();
        if (!HELD.add(real)) throw inUse(folder, "by another store of this process");
        try {
            return new FolderLock(real, locked(folder));
        } catch (Throwable failed) {
            HELD.remove(real);
            throw failed;
        }
    }

    /** Whether a store or another process has the folder now. */
    static boolean isHeld(Path folder) {
        var file = folder.resolve(FILE);
        if (!Files.exists(file)) return false;
        try {
            if (HELD.contains(folder.toRealPath())) return true; // not by the file: closing it would let go of the lock
            try (var channel = PrivateFiles.open(file, StandardOpenOption.WRITE);
                    var lock = channel.tryLock()) {
                return lock == null;
            }
        } catch (IOException unreadable) {
            throw new StoreException(
                    StoreProblem.IO, "The file " + file + " cannot be used: " + unreadable, unreadable);
        }
    }

    static StoreException inUse(Path folder) {
        return inUse(folder, "by a running server");
    }

    private static FileChannel locked(Path folder) throws IOException {
        var file = folder.resolve(FILE);
        var channel =
                PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) throw inUse(folder, "by another process" + named(file));
            tell(channel);
            return channel;
        } catch (Throwable failed) {
            channel.close();
            throw failed;
        }
    }

    /** Who has it, for others to read. On a full disk nobody is told. */
    private static void tell(FileChannel channel) {
        try {
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(UTF_8)), 0);
        } catch (IOException _) {
            // The lock counts, not the name.
        }
    }

    private static String named(Path file) throws IOException {
        var pid = Files.readString(file, UTF_8).strip();
        return pid.isEmpty() ? "" : " (" + pid + ")";
    }

    private static StoreException inUse(Path folder, String whom) {
        return new StoreException(
                StoreProblem.IN_USE,
                "The folder " + folder + " is in use " + whom + "; one store at a time may open it.");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(folder);
        }
    }
}
