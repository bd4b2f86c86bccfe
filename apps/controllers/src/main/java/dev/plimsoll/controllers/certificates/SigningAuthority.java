package dev.plimsoll.controllers.certificates;

import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;

/**
 * With what requests for certificates are signed.
 *
 * @param issuers one, or none where nobody signs
 * @param longest how long certificates are good at most, and where nobody asks for less
 */
public record SigningAuthority(List<CertificateIssuer> issuers, Duration longest) {
    public static final Duration DEFAULT_DURATION = Duration.ofDays(365);
    public static final SigningAuthority NONE = new SigningAuthority(List.of(), DEFAULT_DURATION);

    public SigningAuthority {
        issuers = List.copyOf(issuers);
    }

    public static SigningAuthority with(CertificateIssuer issuer) {
        return new SigningAuthority(List.of(issuer), DEFAULT_DURATION);
    }

    /**
     * With an authority whose certificate and key are in files in PEM form.
     *
     * @throws IOException if they cannot be read or used
     */
    public static SigningAuthority read(Path certificate, Path key, Duration longest) throws IOException {
        try {
            var issuer = new CertificateIssuer(
                    Pem.certificate(Files.readString(certificate, StandardCharsets.ISO_8859_1)),
                    Pem.privateKey(Files.readString(key, StandardCharsets.ISO_8859_1)));
            return new SigningAuthority(List.of(issuer), longest);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    certificate + ", " + key + ": no authority's certificate and key: " + e.getMessage(), e);
        }
    }
}
