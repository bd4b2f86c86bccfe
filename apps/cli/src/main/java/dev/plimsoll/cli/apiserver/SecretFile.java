package dev.plimsoll.cli.apiserver;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with a secret in it: only its owner may read it, and it is there whole or not at all. */
public final class SecretFile {
    private SecretFile() {}

    public static void write(Path file, String text) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException(file + ": its folder does not exist; create it, or name another file");
        }
        PrivateFiles.write(file, text);
    }
}
