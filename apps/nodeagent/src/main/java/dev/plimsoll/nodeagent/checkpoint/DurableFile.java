package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file that is replaced whole or not at all. */
final class DurableFile {
    /** What holds the content when a write is done. */
    enum Keeper {
        /** It is there after a loss of power. */
        DISK,
        /** It is there after the end of the process, however that came, and on the disk when the system has time. */
        SYSTEM
    }

    private final Path path;
    private final Path draft;
    private final Keeper keeper;
    /** A digest of the content: the content itself would be in memory for as long as the node is. */
    private byte @Nullable [] written;

    DurableFile(Path path, Keeper keeper) {
        this.path = path;
        this.keeper = keeper;
        this.draft = path.resolveSibling("." + path.getFileName() + ".new");
    }

    String name() {
        return path.getFileName().toString();
    }

    Optional<byte[]> read() throws IOException {
        return Files.exists(path) ? Optional.of(Files.readAllBytes(path)) : Optional.empty();
    }

    /** Content that is there already is not written again. */
    synchronized void write(byte[] content) throws IOException {
        var digest = digest(content);
        if (Arrays.equals(digest, written)) return;
        try (var channel = PrivateFiles.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) channel.write(bytes);
            if (keeper == Keeper.DISK) channel.force(true);
        }
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (keeper == Keeper.DISK) PrivateFiles.forceName(path);
        written = digest;
    }

    private static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Moves the file out of the way, where people can look at it. */
    Path setAside(String suffix) throws IOException {
        var aside = path.resolveSibling(path.getFileName() + ".damaged-" + suffix);
        Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
        return aside;
    }
}
