package dev.plimsoll.apiserver.tls;

import dev.plimsoll.tls.CertificateFiles;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Certificates that the server did not make itself.
 *
 * @param servingOrNull what the server shows to clients; null for a certificate of its own authority
 * @param clientAuthorities who signs certificates of users, beside the server's own authority
 */
public record GivenCertificates(@Nullable CertificateFiles servingOrNull, List<X509Certificate> clientAuthorities) {
    public static final GivenCertificates NONE = new GivenCertificates(null, List.of());

    public GivenCertificates {
        clientAuthorities = List.copyOf(clientAuthorities);
    }
}
