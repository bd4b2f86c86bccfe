package dev.plimsoll.autoscaler.admission;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Certificate and key of a server in files, as everybody writes them.
 *
 * @param ca whose certificate API servers are told
 */
public record PemFiles(Path certificate, Path key, Path ca) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END");
    /** {@code SEQUENCE {0, SEQUENCE {rsaEncryption, NULL}}}, the beginning of a key in PKCS 8. */
    private static final byte[] RSA_VERSION_AND_ALGORITHM = {
        2, 1, 0, 48, 13, 6, 9, 42, (byte) 134, 72, (byte) 134, (byte) 247, 13, 1, 1, 1, 5, 0
    };

    Certificate[] chain() throws IOException, GeneralSecurityException {
        var bytes = Files.readAllBytes(certificate);
        var chain = CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes));
        if (chain.isEmpty()) throw new GeneralSecurityException(certificate + " holds no certificate");
        return chain.toArray(Certificate[]::new);
    }

    PrivateKey privateKey() throws IOException, GeneralSecurityException {
        var matcher = BLOCK.matcher(Files.readString(key, StandardCharsets.ISO_8859_1));
        if (!matcher.find()) throw new GeneralSecurityException(key + " holds no private key in PEM form");
        var bytes = Base64.getMimeDecoder().decode(matcher.group(2));
        return switch (matcher.group(1)) {
            case "PRIVATE KEY" -> pkcs8(bytes);
            case "RSA PRIVATE KEY" -> pkcs8(wrapped(bytes));
            default ->
                throw new GeneralSecurityException(key + " holds an " + matcher.group(1)
                        + "; openssl pkcs8 -topk8 -nocrypt makes a PRIVATE KEY of it");
        };
    }

    private PrivateKey pkcs8(byte[] bytes) throws GeneralSecurityException {
        for (var algorithm : new String[] {"RSA", "EC"}) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (java.security.spec.InvalidKeySpecException _) {
                // of the other kind, or of none; the last says so
            }
        }
        throw new GeneralSecurityException(key + " holds a key that is neither RSA nor EC");
    }

    /** An RSA key in its own form as PKCS 8 wraps it. */
    private static byte[] wrapped(byte[] rsa) {
        var content = new ByteArrayOutputStream();
        content.writeBytes(RSA_VERSION_AND_ALGORITHM);
        content.write(4);
        length(content, rsa.length);
        content.writeBytes(rsa);
        var whole = new ByteArrayOutputStream();
        whole.write(48);
        length(whole, content.size());
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }

    private static void length(ByteArrayOutputStream out, int length) {
        if (length > 0xFF) {
            out.write(0x82);
            out.write(length >> 8);
        } else if (length > 0x7F) {
            out.write(0x81);
        }
        out.write(length);
    }

    String caBundle() throws IOException {
        return Files.readString(ca, StandardCharsets.ISO_8859_1);
    }
}
