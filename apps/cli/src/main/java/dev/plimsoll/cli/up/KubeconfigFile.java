package dev.plimsoll.cli.up;

import dev.plimsoll.cli.apiserver.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kubeconfig that a cluster writes. One that somebody else wrote is left alone. */
final class KubeconfigFile {
    private static final String MARK = "# Written by plimsoll up; it is written again at every start.\n";

    private KubeconfigFile() {}

    /** Whether it may be written: it is not there yet, or it is ours. */
    static boolean isFree(Path file) throws IOException {
        return !Files.exists(file) || Files.readString(file).startsWith(MARK);
    }

    static void write(Path file, String kubeconfig) throws IOException {
        SecretFile.write(file, MARK + kubeconfig);
    }
}
