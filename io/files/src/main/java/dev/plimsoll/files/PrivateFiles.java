package dev.plimsoll.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and folders that only their owner may read. Each is created with its mode, 0600 or 0700, whatever the umask says, so that
 * there is no moment at which others can open it. All programs write what they keep through this class.
 */
public final class PrivateFiles {
    static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private PrivateFiles() {}

    /** The folder, made with all that are missing above it. One that exists keeps its mode; {@link FileModes} mends it. */
    public static Path createDirectories(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return folder; // also through a symbolic link, which createDirectories refuses
        return Files.createDirectories(folder, attributes(FOLDER));
    }

    /** Opens a file, for reading if nothing else is asked; {@code CREATE} and {@code CREATE_NEW} make a private one. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), attributes(FILE));
    }

    /** Makes an empty file unless there is one. */
    public static void createIfMissing(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(FILE));
        } catch (FileAlreadyExistsException _) {
            // as asked
        }
    }

    /** A stream that adds to the end of a file. */
    public static OutputStream append(Path file) throws IOException {
        return Channels.newOutputStream(open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** An empty file with a name of its own, beside others of a folder. */
    public static Path createTempFile(Path folder, String prefix, String suffix) throws IOException {
        return Files.createTempFile(folder, prefix, suffix, attributes(FILE));
    }

    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Replaces a file: whole or not at all, and on the disk when this returns. */
    public static void write(Path file, byte[] content) throws IOException {
        var folder = parent(file);
        var draft = createTempFile(folder, "." + file.getFileName(), ".new");
        try {
            try (var channel = open(draft, StandardOpenOption.WRITE)) {
                for (var bytes = ByteBuffer.wrap(content); bytes.hasRemaining(); ) channel.write(bytes);
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(folder);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Makes the name of a file last: that it was given, taken or moved. */
    public static void forceName(Path file) throws IOException {
        force(parent(file));
    }

    private static void force(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }

    private static Path parent(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null) throw new IOException(file + " is not a file in a folder");
        return folder;
    }

    static FileAttribute<?>[] attributes(Set<PosixFilePermission> mode) {
        return POSIX ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)} : new FileAttribute<?>[0];
    }
}
