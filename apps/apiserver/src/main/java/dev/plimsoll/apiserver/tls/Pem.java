package dev.plimsoll.apiserver.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** Keys and certificates as text. */
public final class Pem {
    private Pem() {}

    public static String of(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String of(PublicKey key) {
        return block("PUBLIC KEY", key.getEncoded());
    }

    public static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    private static String block(String title, byte[] content) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + title + "-----\n" + lines + "\n-----END " + title + "-----\n";
    }

    static X509Certificate certificate(String text) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }

    static PrivateKey key(String text) throws GeneralSecurityException {
        var content = text.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(content)));
    }
}
