package dev.plimsoll.apiserver.tls;

import static dev.plimsoll.tls.CertificateIssuer.extension;
import static dev.plimsoll.tls.CertificateIssuer.subject;

import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.Der;
import dev.plimsoll.tls.Tls;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;

/** A certificate authority on P-256 keys: makes itself, servers and clients certificates. */
public final class Authority {
    private static final Duration LIFE = Duration.ofDays(3650);
    /** Of servers, clients and nodes. */
    private static final Duration LEAF_LIFE = Duration.ofDays(365);

    private final Identity own;

    /** A key with the certificate that names its owner. */
    public record Identity(X509Certificate certificate, PrivateKey key) {}

    public Authority(Identity own) {
        this.own = own;
    }

    public static Authority create(String name, Instant now) {
        var keys = keys();
        var extensions = List.of(
                extension("2.5.29.19", true, Der.sequence(Der.yes())),
                extension("2.5.29.15", true, Der.bits(1, 0x06)),
                extension("2.5.29.14", false, Der.octets(CertificateIssuer.keyId(keys.getPublic()))));
        var subject = subject(name, List.of());
        return new Authority(new Identity(
                signed(subject, subject, keys.getPublic(), extensions, now, now.plus(LIFE), keys.getPrivate()),
                keys.getPrivate()));
    }

    public Identity own() {
        return own;
    }

    public X509Certificate certificate() {
        return own.certificate();
    }

    /** A certificate for a server that is reached under these names and addresses. */
    public Identity server(String name, List<String> hosts, List<InetAddress> addresses, Instant now) {
        var names = new ArrayList<byte[]>();
        for (var host : hosts) names.add(Der.implicit(2, host.getBytes(StandardCharsets.US_ASCII)));
        for (var address : addresses) names.add(Der.implicit(7, address.getAddress()));
        return issue(
                subject(name, List.of()),
                List.of(
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.1"))),
                        extension("2.5.29.17", false, Der.sequence(names.toArray(new byte[0][]))),
                        authorityKeyId()),
                now);
    }

    /** A certificate that proves a user name and groups. */
    public Identity client(String user, List<String> groups, Instant now) {
        return issue(
                subject(user, groups),
                List.of(
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.2"))),
                        authorityKeyId()),
                now);
    }

    private byte[] authorityKeyId() {
        return issuer().authorityKeyId();
    }

    /** Signs what others ask for. */
    public CertificateIssuer issuer() {
        return new CertificateIssuer(own.certificate(), own.key());
    }

    private Identity issue(byte[] subject, List<byte[]> extensions, Instant now) {
        var keys = keys();
        var issuer = own.certificate().getSubjectX500Principal().getEncoded();
        var last = own.certificate().getNotAfter().toInstant();
        var end = now.plus(LEAF_LIFE).isBefore(last) ? now.plus(LEAF_LIFE) : last;
        return new Identity(
                signed(issuer, subject, keys.getPublic(), extensions, now, end, own.key()), keys.getPrivate());
    }

    private static X509Certificate signed(
            byte[] issuer,
            byte[] subject,
            PublicKey key,
            List<byte[]> extensions,
            Instant now,
            Instant end,
            PrivateKey signer) {
        try {
            var validity = new Validity(now.minus(Validity.BACKDATED), end);
            return CertificateIssuer.signed(issuer, subject, key, extensions, validity, signer);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make certificates", e);
        }
    }

    static KeyPair keys() {
        return CertificateIssuer.newKeys();
    }

    /** A key store in memory with one identity and its issuer. */
    public KeyStore keyStore(Identity identity, String password) {
        try {
            var store = Tls.emptyStore();
            store.setKeyEntry("own", identity.key(), password.toCharArray(), new X509Certificate[] {
                identity.certificate(), certificate()
            });
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot keep keys in memory", e);
        }
    }

    /** A key store in memory that trusts this authority. */
    public KeyStore trustStore() {
        try {
            var store = Tls.emptyStore();
            store.setCertificateEntry("authority", certificate());
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot keep certificates in memory", e);
        }
    }

    /** Believe those whom this authority signed. */
    public TrustManager[] trustManagers() {
        return Tls.trust(List.of(certificate()));
    }
}
