package dev.plimsoll.client.connection;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kind of a client's private key, where the PEM header does not say it: the library would take every such key for RSA. */
final class ClientKey {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC");

    private ClientKey() {}

    /** What to call the key's kind; empty where there is no such key. */
    static Optional<String> algorithm(Config config) throws IOException {
        var matcher = PKCS8.matcher(pem(config));
        if (!matcher.find()) return Optional.empty();
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        return ALGORITHMS.stream().filter(algorithm -> fits(algorithm, spec)).findFirst();
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

    private static boolean fits(String algorithm, PKCS8EncodedKeySpec spec) {
        try {
            KeyFactory.getInstance(algorithm).generatePrivate(spec);
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
