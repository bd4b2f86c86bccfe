package dev.plimsoll.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Keys and certificates as text. */
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";
    /** P-256, P-384, P-521. */
    private static final List<String> CURVES = List.of("1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35");

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

    static String block(String title, byte[] content) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + title + "-----\n" + lines + "\n-----END " + title + "-----\n";
    }

    /** What is between a BEGIN and its END. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Block(String title, byte[] content) {
        public boolean isPrivateKey() {
            return title.equals("PRIVATE KEY") || title.equals("RSA PRIVATE KEY") || title.equals("EC PRIVATE KEY");
        }

        /** The key, in PKCS #8 or in the form that OpenSSL has for its kind. */
        public PrivateKey privateKey() throws GeneralSecurityException {
            return switch (title) {
                case "PRIVATE KEY" -> pkcs8(content);
                case "RSA PRIVATE KEY" -> pkcs8(wrapped(Der.sequence(Der.identifier(RSA), new byte[] {5, 0}), content));
                case "EC PRIVATE KEY" -> pkcs8(wrapped(Der.sequence(Der.identifier(EC), curve(content)), content));
                default -> throw new GeneralSecurityException("a block " + title + " is no private key");
            };
        }

        PublicKey publicKey() throws GeneralSecurityException {
            return either(factory -> factory.generatePublic(new X509EncodedKeySpec(content)));
        }
    }

    /** All blocks of a text. What is around them is passed over. */
    public static List<Block> blocks(String text) {
        var blocks = new ArrayList<Block>();
        var matcher = BLOCK.matcher(text);
        while (matcher.find())
            blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
        return blocks;
    }

    /** The same without those whose content is no Base64, which readers of PEM pass over. */
    public static List<Block> wholeBlocks(String text) {
        var blocks = new ArrayList<Block>();
        var matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            var title = matcher.group(1);
            base64(matcher.group(2)).ifPresent(content -> blocks.add(new Block(title, content)));
        }
        return blocks;
    }

    /** Without padding it is none, which Java's own decoder would let pass. */
    static Optional<byte[]> base64(String lines) {
        var letters = lines.replaceAll("[\\r\\n]", "");
        if (letters.length() % 4 != 0) return Optional.empty();
        try {
            return Optional.of(Base64.getDecoder().decode(letters));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The first private key of a text. */
    public static PrivateKey privateKey(String text) throws GeneralSecurityException {
        try {
            for (var block : blocks(text)) if (block.isPrivateKey()) return block.privateKey();
        } catch (IllegalArgumentException e) {
            throw new InvalidKeyException("it is no Base64: " + e.getMessage(), e);
        }
        throw new InvalidKeyException("it holds no private key in PEM form");
    }

    /** The first certificate of a text. */
    public static X509Certificate certificate(String text) throws GeneralSecurityException {
        var found = certificates(text);
        if (found.isEmpty()) throw new CertificateException("it holds no certificate");
        return found.getFirst();
    }

    /** All certificates of a text. */
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        return certificates(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** All certificates of a file, be it as text or as it is. */
    public static List<X509Certificate> certificates(byte[] file) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(file)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    /** Whether a text is blocks of certificates, at least one, and nothing between them but lines that are empty. */
    public static boolean isOnlyCertificates(String text) {
        var matcher = BLOCK.matcher(text);
        var end = 0;
        while (matcher.find()) {
            if (!matcher.group(1).equals("CERTIFICATE")
                    || !text.substring(end, matcher.start()).isBlank()) return false;
            end = matcher.end();
        }
        return end > 0 && text.substring(end).isBlank();
    }

    /** The certificates of a text that may hold other things too, such as their key. */
    static List<X509Certificate> onlyCertificates(String text) throws GeneralSecurityException {
        var found = new ArrayList<X509Certificate>();
        try {
            for (var block : blocks(text))
                if (block.title().equals("CERTIFICATE")) found.addAll(certificates(block.content()));
        } catch (IllegalArgumentException e) {
            throw new CertificateException("it is no Base64: " + e.getMessage(), e);
        }
        if (found.isEmpty()) throw new CertificateException("it holds no certificate");
        return found;
    }

    private static PrivateKey pkcs8(byte[] content) throws GeneralSecurityException {
        return either(factory -> factory.generatePrivate(new PKCS8EncodedKeySpec(content)));
    }

    /** A public key as certificates and requests have it. */
    static PublicKey publicKey(byte[] content) throws GeneralSecurityException {
        return either(factory -> factory.generatePublic(new X509EncodedKeySpec(content)));
    }

    private interface KeyReader<K> {
        K read(KeyFactory factory) throws GeneralSecurityException;
    }

    private static <K> K either(KeyReader<K> reader) throws GeneralSecurityException {
        for (var algorithm : List.of("EC", "Ed25519")) {
            try {
                return reader.read(KeyFactory.getInstance(algorithm));
            } catch (GeneralSecurityException _) {
                // It is of another kind.
            }
        }
        return reader.read(KeyFactory.getInstance("RSA")); // says itself what is wrong if it is none
    }

    /** A key in the form of its own kind as one of PKCS #8. */
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm, Der.octets(key));
    }

    private static byte[] curve(byte[] key) throws GeneralSecurityException {
        for (var name : CURVES) {
            var identifier = Der.identifier(name);
            if (contains(key, identifier)) return identifier;
        }
        throw new InvalidKeyException("the curve of an EC key is P-256, P-384 or P-521");
    }

    private static boolean contains(byte[] whole, byte[] part) {
        for (var i = 0; i + part.length <= whole.length; i++) {
            if (Arrays.equals(whole, i, i + part.length, part, 0, part.length)) return true;
        }
        return false;
    }
}
