package dev.plimsoll.linux.cgroup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/** Reads and writes files of the kernel, each with one call. */
final class KernelFile {
    private static final Set<OpenOption> KERNEL = Set.of(StandardOpenOption.WRITE);
    /** In a plain folder nobody made the files before. */
    private static final Set<OpenOption> PLAIN =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);

    private KernelFile() {}

    /** Writes a value; the error's text if the kernel did not take it. */
    static Optional<String> write(Path file, String value, boolean plain) {
        try (var channel = FileChannel.open(file, plain ? PLAIN : KERNEL)) {
            // One call: the kernel takes each as a whole value.
            var bytes = ByteBuffer.wrap(value.getBytes(StandardCharsets.US_ASCII));
            var length = bytes.remaining();
            return channel.write(bytes) == length ? Optional.empty() : Optional.of("short write");
        } catch (IOException e) {
            return Optional.of(text(e));
        }
    }

    /** The text that C programs print for an error. */
    static String text(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "No such file or directory";
            case AccessDeniedException _ -> "Permission denied";
            case DirectoryNotEmptyException _ -> "Directory not empty";
            case FileSystemException named when named.getReason() != null -> named.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    /** The content without the end of line; empty where there is no such file, or its cgroup went meanwhile. */
    static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            if ("No such device".equals(e.getMessage())) return Optional.empty();
            throw e;
        }
    }
}
