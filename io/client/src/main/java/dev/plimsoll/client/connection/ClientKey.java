package dev.plimsoll.client.connection;

import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.Pem;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
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

    /** Inlines a certificate and a key that share a file, as nodes keep theirs: the library would take the key for a certificate. */
    static void inline(Config config, ConfigBuilder builder) throws IOException {
        var file = config.getClientCertFile();
        if (file == null || !file.equals(config.getClientKeyFile()) || !Files.isReadable(Path.of(file))) return;
        try {
            var held = HeldCertificate.read(Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
            var certificates = new StringBuilder();
            for (var each : held.chain()) certificates.append(Pem.of(each));
            builder.withClientCertFile(null)
                    .withClientKeyFile(null)
                    .withClientCertData(encoded(certificates.toString()))
                    .withClientKeyData(encoded(Pem.of(held.key())));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds no certificate with its key: " + e.getMessage(), e);
        }
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
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
