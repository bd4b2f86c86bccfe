package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.tls.Der;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Certificates that programs in simulated containers show. */
public final class LocalCertificate {
    private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";

    private LocalCertificate() {}

    /** The one that the image brings along: of {@code localhost}, signed by itself. Made when the first program needs it. */
    static SSLContext ofImage() {
        return Image.MADE.tls();
    }

    /** The same certificate as the file that the image has of it. */
    public static byte[] file() {
        return Pem.of(Image.MADE.certificate()).getBytes(StandardCharsets.US_ASCII);
    }

    /** Its key. */
    public static byte[] keyFile() {
        return Pem.of(Image.MADE.key()).getBytes(StandardCharsets.US_ASCII);
    }

    private record Made(SSLContext tls, PrivateKey key, X509Certificate certificate) {}

    private static final class Image {
        static final Made MADE = made();
    }

    /** One from files in the form PEM. */
    static SSLContext of(byte[] certificates, byte[] key) throws GeneralSecurityException {
        var chain = Pem.certificates(certificates);
        return Tls.context(Tls.keys(Pem.privateKey(new String(key, StandardCharsets.US_ASCII)), chain), null);
    }

    private static Made made() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var keys = generator.generateKeyPair();
            var algorithm = Der.sequence(Der.identifier(ECDSA_SHA256));
            var name = Der.sequence(Der.set(Der.sequence(Der.identifier(COMMON_NAME), Der.text("localhost"))));
            var end = Instant.parse("2049-01-01T00:00:00Z");
            var body = Der.sequence(
                    Der.explicit(0, Der.integer(BigInteger.TWO)),
                    Der.integer(BigInteger.ONE),
                    algorithm,
                    name,
                    Der.sequence(Der.time(Instant.parse("2020-01-01T00:00:00Z")), Der.time(end)),
                    name,
                    keys.getPublic().getEncoded());
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(body);
            var encoded = Der.sequence(body, algorithm, Der.bits(signature.sign()));
            var certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
            var tls = Tls.context(Tls.keys(keys.getPrivate(), List.of(certificate)), null);
            return new Made(tls, keys.getPrivate(), certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make certificates", e);
        }
    }
}
