package dev.plimsoll.client.connection;

import dev.plimsoll.tls.Pem;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;

/** The kind of a client's private key, where the PEM header does not say it: the library would take every such key for RSA. */
final class ClientKey {
    private ClientKey() {}

    /** What to call the key's kind; empty where there is no such key. */
    static Optional<String> algorithm(Config config) throws IOException {
        for (var block : Pem.blocks(pem(config))) {
            if (!block.title().equals("PRIVATE KEY")) continue;
            try {
                return Optional.of(block.privateKey().getAlgorithm());
            } catch (GeneralSecurityException _) {
                return Optional.empty(); // the library says what is wrong with it
            }
        }
        return Optional.empty();
    }

    private static String pem(Config config) throws IOException {
        var data = config.getClientKeyData();
        if (data != null) {
            // Base64 in a kubeconfig; plain text after an exec plugin.
            return data.contains("-----")
                    ? data
                    : new String(Base64.getMimeDecoder().decode(data), StandardCharsets.ISO_8859_1);
        }
        var file = config.getClientKeyFile();
        return file == null || !Files.isReadable(Path.of(file)) ? "" : Files.readString(Path.of(file));
    }
}
