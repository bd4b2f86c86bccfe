package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Certificate and key of a server in files, as everybody writes them.
 *
 * @param ca whose certificate API servers are told
 */
public record PemFiles(Path certificate, Path key, Path ca) {
    List<X509Certificate> chain() throws IOException, GeneralSecurityException {
        var chain = Pem.certificates(Files.readAllBytes(certificate));
        if (chain.isEmpty()) throw new GeneralSecurityException(certificate + " holds no certificate");
        return chain;
    }

    PrivateKey privateKey() throws IOException, GeneralSecurityException {
        try {
            return Pem.privateKey(Files.readString(key, StandardCharsets.ISO_8859_1));
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(key + " cannot be used: " + e.getMessage(), e);
        }
    }

    String caBundle() throws IOException {
        return Files.readString(ca, StandardCharsets.ISO_8859_1);
    }
}
