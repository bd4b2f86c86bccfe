package dev.plimsoll.linux.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file, folder, pipe or device that was found. It stays the same one, whatever becomes of its name; nothing was read from it. */
public final class OpenFile implements AutoCloseable {
    private final int descriptor;

    OpenFile(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Leads to this very file while it is open. */
    public Path path() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    public boolean isFolder() {
        return Files.isDirectory(path());
    }

    public boolean isRegular() {
        return Files.isRegularFile(path());
    }

    /** Permissions, in the bits of {@code chmod}. */
    public int mode() throws IOException {
        return (int) Files.getAttribute(path(), "unix:mode") & 0_7777;
    }

    @Override
    public void close() {
        FileCalls.close(descriptor);
    }
}
