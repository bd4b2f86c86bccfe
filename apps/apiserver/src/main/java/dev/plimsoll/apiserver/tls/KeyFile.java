package dev.plimsoll.apiserver.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys in a PEM file, in the forms in which Kubernetes keeps those of service accounts. */
final class KeyFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";
    /** P-256, P-384, P-521. */
    private static final List<String> CURVES = List.of("1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35");

    private final List<PublicKey> publicKeys = new ArrayList<>();
    private final List<PrivateKey> privateKeys = new ArrayList<>();

    private KeyFile() {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it holds anything that is no key
     */
    static KeyFile read(Path path) throws IOException {
        var file = new KeyFile();
        var blocks = BLOCK.matcher(Files.readString(path));
        try {
            while (blocks.find())
                file.add(blocks.group(1), Base64.getMimeDecoder().decode(blocks.group(2)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(path + " holds a key that cannot be read: " + e.getMessage(), e);
        }
        if (file.publicKeys.isEmpty() && file.privateKeys.isEmpty())
            throw new IllegalArgumentException(path + " holds no key in PEM form");
        return file;
    }

    List<PublicKey> publicKeys() {
        return List.copyOf(publicKeys);
    }

    Optional<PrivateKey> privateKey() {
        return privateKeys.stream().findFirst();
    }

    private void add(String title, byte[] content) throws GeneralSecurityException {
        switch (title) {
            case "PUBLIC KEY" ->
                publicKeys.add(either(factory -> factory.generatePublic(new X509EncodedKeySpec(content))));
            case "CERTIFICATE" ->
                publicKeys.add(CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(content))
                        .getPublicKey());
            case "PRIVATE KEY" -> addPrivate(content);
            case "RSA PRIVATE KEY" ->
                addPrivate(wrapped(Der.sequence(Der.identifier(RSA), new byte[] {5, 0}), content));
            case "EC PRIVATE KEY" -> addPrivate(wrapped(Der.sequence(Der.identifier(EC), curve(content)), content));
            case "EC PARAMETERS" -> {}
            default -> throw new IllegalArgumentException("a block " + title);
        }
    }

    private void addPrivate(byte[] pkcs8) throws GeneralSecurityException {
        var key = either(factory -> factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        privateKeys.add(key);
        if (key instanceof RSAPrivateCrtKey rsa) {
            publicKeys.add(KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent())));
        }
    }

    private interface Making<K> {
        K of(KeyFactory factory) throws GeneralSecurityException;
    }

    private static <K> K either(Making<K> making) throws GeneralSecurityException {
        try {
            return making.of(KeyFactory.getInstance("EC"));
        } catch (GeneralSecurityException _) {
            return making.of(KeyFactory.getInstance("RSA"));
        }
    }

    /** A key in the form of its own kind as one of PKCS #8. */
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm, Der.octets(key));
    }

    private static byte[] curve(byte[] key) {
        for (var name : CURVES) {
            var identifier = Der.identifier(name);
            if (contains(key, identifier)) return identifier;
        }
        throw new IllegalArgumentException("the curve of an EC key is P-256, P-384 or P-521");
    }

    private static boolean contains(byte[] whole, byte[] part) {
        for (var i = 0; i + part.length <= whole.length; i++) {
            if (java.util.Arrays.equals(whole, i, i + part.length, part, 0, part.length)) return true;
        }
        return false;
    }
}
