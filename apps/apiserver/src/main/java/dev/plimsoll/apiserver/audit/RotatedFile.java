package dev.plimsoll.apiserver.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** A file of lines that begins anew when it is full: {@code audit.log}, then {@code audit.log.1}, the last full one, and so on. */
final class RotatedFile implements AutoCloseable {
    private final AuditFile settings;
    private @Nullable OutputStream out;
    private long size;

    RotatedFile(AuditFile settings) {
        this.settings = settings;
    }

    void write(byte[] line) throws IOException {
        if (out != null && size + line.length > settings.mostBytes()) rotate();
        if (out == null) out = opened();
        out.write(line);
        size += line.length;
    }

    void flush() throws IOException {
        if (out != null) out.flush();
    }

    private OutputStream opened() throws IOException {
        var path = settings.path();
        if (!Files.exists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        size = Files.size(path);
        return new java.io.BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.APPEND), 64 * 1024);
    }

    private void rotate() throws IOException {
        close();
        for (var age = settings.backups(); age > 1; age--) {
            if (Files.exists(aged(age - 1))) move(aged(age - 1), aged(age));
        }
        if (settings.backups() > 0) move(settings.path(), aged(1));
        else Files.deleteIfExists(settings.path());
    }

    private Path aged(int age) {
        return settings.path().resolveSibling(settings.path().getFileName() + "." + age);
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        if (out != null) out.close();
        out = null;
    }
}
