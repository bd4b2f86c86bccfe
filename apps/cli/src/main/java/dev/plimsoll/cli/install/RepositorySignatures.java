package dev.plimsoll.cli.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Signs what is in a Maven repository with GnuPG, as public repositories ask for it: a signature beside each file, with its checksums. */
final class RepositorySignatures {
    private static final List<String> SIGNED = List.of(".jar", ".pom");

    private final String gpg;
    private final String key;

    /** @param key as GnuPG names it: an address, an identifier or a fingerprint */
    RepositorySignatures(String gpg, String key) {
        this.gpg = gpg;
        this.key = key;
    }

    /** Signs each file that has no signature, and says how many they were. */
    int sign(Path repository) throws IOException, InterruptedException {
        List<Path> unsigned;
        try (var files = Files.walk(repository)) {
            unsigned = files.filter(RepositorySignatures::isSigned)
                    .filter(file -> !Files.exists(signature(file)))
                    .sorted()
                    .toList();
        }
        for (var file : unsigned) sign(file, signature(file));
        return unsigned.size();
    }

    private static boolean isSigned(Path file) {
        return SIGNED.stream().anyMatch(file.getFileName().toString()::endsWith);
    }

    private static Path signature(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }

    private void sign(Path file, Path signature) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        gpg,
                        "--batch",
                        "--yes",
                        "--armor",
                        "--detach-sign",
                        "--local-user",
                        key,
                        "--output",
                        signature.toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0)
            throw new IOException(file.getFileName() + " cannot be signed with the key " + key + " (" + said.strip()
                    + "); give one that " + gpg + " --list-secret-keys lists");
        RepositoryChecksums.write(signature);
    }
}
