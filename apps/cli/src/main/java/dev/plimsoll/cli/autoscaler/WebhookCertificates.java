package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.objects.SecretObject;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The certificates of the webhook under upstream's names in a secret: an authority, and a server that it has signed. */
record WebhookCertificates(Authority authority, Authority.Identity server) {
    private static final String CA_KEY = "caKey.pem";
    private static final String CA_CERTIFICATE = "caCert.pem";
    private static final String SERVER_KEY = "serverKey.pem";
    private static final String SERVER_CERTIFICATE = "serverCert.pem";
    /** A server is given a new one well before its clients refuse the old one. */
    private static final Duration LEFT = Duration.ofDays(120);

    private static final int DNS_NAME = 2;

    static WebhookCertificates create(String host, Instant now) {
        return signed(Authority.create("vpa-webhook-ca", now), host, now);
    }

    /** By the same authority, so that whoever trusts it goes on to. */
    WebhookCertificates renewed(String host, Instant now) {
        return signed(authority, host, now);
    }

    private static WebhookCertificates signed(Authority authority, String host, Instant now) {
        return new WebhookCertificates(authority, authority.server(host, List.of(host), List.of(), now));
    }

    /** Those of a secret; empty where it lacks some, or they cannot be read. */
    static Optional<WebhookCertificates> read(SecretObject secret) {
        var caKey = secret.text(CA_KEY);
        var ca = secret.text(CA_CERTIFICATE);
        var key = secret.text(SERVER_KEY);
        var certificate = secret.text(SERVER_CERTIFICATE);
        if (caKey.isEmpty() || ca.isEmpty() || key.isEmpty() || certificate.isEmpty()) return Optional.empty();
        try {
            return Optional.of(new WebhookCertificates(
                    new Authority(new Authority.Identity(Pem.certificate(ca.get()), Pem.privateKey(caKey.get()))),
                    new Authority.Identity(Pem.certificate(certificate.get()), Pem.privateKey(key.get()))));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    /** Whether clients that reach the server under this name will take it for long enough. */
    boolean isGoodFor(String host, Instant now) {
        return lasts(server.certificate(), now) && names(server.certificate(), host);
    }

    /** Whether the authority can sign another one. */
    boolean canSign(Instant now) {
        return lasts(authority.certificate(), now);
    }

    private static boolean lasts(X509Certificate certificate, Instant now) {
        return certificate.getNotAfter().toInstant().isAfter(now.plus(LEFT));
    }

    private static boolean names(X509Certificate certificate, String host) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names != null
                    && names.stream().anyMatch(name -> name.get(0).equals(DNS_NAME) && host.equals(name.get(1)));
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    Map<String, String> texts() {
        return Map.of(
                CA_KEY, Pem.of(authority.own().key()),
                CA_CERTIFICATE, Pem.of(authority.certificate()),
                SERVER_KEY, Pem.of(server.key()),
                SERVER_CERTIFICATE, Pem.of(server.certificate()));
    }
}
