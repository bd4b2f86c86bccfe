package dev.plimsoll.apiserver.audit;

import dev.plimsoll.files.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
        var out = new BufferedOutputStream(PrivateFiles.append(settings.path()), 64 * 1024);
        size = Files.size(settings.path());
        return out;
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
        return settings.aged(age);
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
