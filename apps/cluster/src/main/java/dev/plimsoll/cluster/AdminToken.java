package dev.plimsoll.cluster;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The token of the one who may do everything. It stays the same over restarts, so that a kubeconfig stays good. */
final class AdminToken {
    private static final String FILE = "admin-token";
    private static final int BYTES = 24;

    private AdminToken() {}

    /** The one in the folder; made if there is none. Without a folder, a new one. */
    static String in(@Nullable Path folder) throws IOException {
        if (folder == null) return made();
        var file = folder.resolve(FILE);
        if (Files.exists(file)) {
            var token = Files.readString(file).strip();
            if (!token.isEmpty()) return token;
        }
        PrivateFiles.createDirectories(folder);
        var token = made();
        PrivateFiles.write(file, token + "\n");
        return token;
    }

    static String made() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
