package dev.plimsoll.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** The checksums beside each file of a Maven repository. */
final class RepositoryChecksums {
    private static final Map<String, String> ENDINGS = Map.of("MD5", ".md5", "SHA-1", ".sha1");

    private RepositoryChecksums() {}

    static void write(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        for (var ending : ENDINGS.entrySet())
            Files.writeString(
                    file.resolveSibling(file.getFileName() + ending.getValue()), digest(ending.getKey(), bytes));
    }

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
