package dev.plimsoll.apiserver.tls;

import dev.plimsoll.tls.Der;
import dev.plimsoll.tls.Tls;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;

/** A certificate authority on P-256 keys: makes itself, servers and clients certificates. */
public final class Authority {
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
    private static final Duration LIFE = Duration.ofDays(3650);
    /** Of servers, clients and nodes. */
    private static final Duration LEAF_LIFE = Duration.ofDays(365);
    /** Clocks of clients may be a little behind. */
    private static final Duration BACKDATED = Duration.ofMinutes(5);

    private final Identity own;

    /** A key with the certificate that names its owner. */
    public record Identity(X509Certificate certificate, PrivateKey key) {}

    public Authority(Identity own) {
        this.own = own;
    }

    public static Authority create(String name, Instant now) {
        var keys = keys();
        var extensions = Der.sequence(
                extension("2.5.29.19", true, Der.sequence(Der.yes())),
                extension("2.5.29.15", true, Der.bits(1, 0x06)),
                extension("2.5.29.14", false, Der.octets(keyId(keys.getPublic()))));
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
                Der.sequence(
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.1"))),
                        extension("2.5.29.17", false, Der.sequence(names.toArray(new byte[0][]))),
                        authorityKeyId()),
                now);
    }

    /** A certificate that proves a user name and groups. */
    public Identity client(String user, List<String> groups, Instant now) {
        return issue(
                subject(user, groups),
                Der.sequence(
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.2"))),
                        authorityKeyId()),
                now);
    }

    private byte[] authorityKeyId() {
        return extension(
                "2.5.29.35",
                false,
                Der.sequence(Der.implicit(0, keyId(own.certificate().getPublicKey()))));
    }

    private Identity issue(byte[] subject, byte[] extensions, Instant now) {
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
            byte[] extensions,
            Instant now,
            Instant end,
            PrivateKey signer) {
        try {
            var algorithm = Der.sequence(Der.identifier(ECDSA_SHA256));
            var body = Der.sequence(
                    Der.explicit(0, Der.integer(BigInteger.TWO)),
                    Der.integer(new BigInteger(127, new SecureRandom()).setBit(126)),
                    algorithm,
                    issuer,
                    Der.sequence(Der.time(now.minus(BACKDATED)), Der.time(end)),
                    subject,
                    key.getEncoded(),
                    Der.explicit(3, extensions));
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer);
            signature.update(body);
            var encoded = Der.sequence(body, algorithm, Der.bits(signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make certificates", e);
        }
    }

    private static byte[] subject(String name, List<String> groups) {
        var parts = new ArrayList<byte[]>();
        for (var group : groups) parts.add(part(ORGANIZATION, group));
        parts.add(part(COMMON_NAME, name));
        return Der.sequence(parts.toArray(new byte[0][]));
    }

    private static byte[] part(String type, String value) {
        return Der.set(Der.sequence(Der.identifier(type), Der.text(value)));
    }

    private static byte[] extension(String id, boolean critical, byte[] content) {
        return critical
                ? Der.sequence(Der.identifier(id), Der.yes(), Der.octets(content))
                : Der.sequence(Der.identifier(id), Der.octets(content));
    }

    private static byte[] keyId(PublicKey key) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(key.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make P-256 keys", e);
        }
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
