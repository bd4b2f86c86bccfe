package dev.plimsoll.kinds.strategy.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: tls-secret
/** What is said of the certificate and the key of a Secret, as a kube-apiserver 1.37 was seen to say it. */
class TlsPairCheckTest {
    private static final Validity VALIDITY =
            new Validity(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2027-01-01T00:00:00Z"));

    private final KeyPair first = CertificateIssuer.newKeys();
    private final KeyPair second = CertificateIssuer.newKeys();

    private static KeyPair rsaKeys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static String certificate(KeyPair keys) throws GeneralSecurityException {
        var name = CertificateIssuer.subject("example.com", List.of());
        return Pem.of(CertificateIssuer.signed(name, name, keys.getPublic(), List.of(), VALIDITY, keys.getPrivate()));
    }

    private static String problem(String certificate, String key) {
        return TlsPairCheck.problem(certificate, key).orElse("");
    }

    @Test
    void whatBelongsTogetherIsFine() throws Exception {
        assertThat(problem(certificate(first), Pem.of(first.getPrivate()))).isEmpty();
        assertThat(problem(certificate(first) + certificate(second), Pem.of(first.getPrivate())))
                .as("a chain")
                .isEmpty();
        assertThat(problem("some words\n" + certificate(first), "# key\n" + Pem.of(first.getPrivate())))
                .as("text around the blocks")
                .isEmpty();
        var rsa = rsaKeys();
        assertThat(problem(certificate(rsa), Pem.of(rsa.getPrivate()))).isEmpty();
    }

    @Test
    void whatDoesNotBelongTogetherIsToldOf() throws Exception {
        assertThat(problem(certificate(first), Pem.of(second.getPrivate())))
                .isEqualTo("tls: private key does not match public key");
        var rsa = rsaKeys();
        assertThat(problem(certificate(rsa), Pem.of(first.getPrivate())))
                .isEqualTo("tls: private key type does not match public key type");
        assertThat(problem(Pem.of(first.getPrivate()), certificate(first)))
                .isEqualTo("tls: failed to find certificate PEM data in certificate input, but did find a private key; "
                        + "PEM inputs may have been switched");
    }

    @Test
    void whatCannotBeReadIsToldOf() throws Exception {
        var certificate = certificate(first);
        var key = Pem.of(first.getPrivate());
        assertThat(problem("x", key)).isEqualTo("tls: failed to find any PEM data in certificate input");
        assertThat(problem("", "")).isEqualTo("tls: failed to find any PEM data in certificate input");
        assertThat(problem(certificate.replaceFirst("M", ""), key))
                .as("a letter is missing")
                .isEqualTo("tls: failed to find any PEM data in certificate input");
        assertThat(problem(certificate.replace("CERTIFICATE", "FOO"), key))
                .isEqualTo(
                        "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks "
                                + "of the following types: [FOO]");
        assertThat(problem(certificate, "y")).isEqualTo("tls: failed to find any PEM data in key input");
        assertThat(problem(certificate, key.replace("PRIVATE KEY", "FOO")))
                .isEqualTo(
                        "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping "
                                + "PEM blocks of the following types: [FOO]");
        assertThat(problem(certificate, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"))
                .isEqualTo("tls: failed to parse private key");
        assertThat(problem("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", key))
                .isEqualTo("x509: malformed certificate");
    }
}
