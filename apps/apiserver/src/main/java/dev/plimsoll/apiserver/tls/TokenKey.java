package dev.plimsoll.apiserver.tls;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;

/**
 * A public key that tokens are verified with. The key decides the algorithm; what a token says of itself is only compared with it.
 *
 * @param id as the header {@code kid} of a token names the key
 */
public record TokenKey(PublicKey key, Algorithm algorithm, String id) {
    private static final int SHORTEST_RSA = 2048;

    /** How signatures are made, with the names of RFC 7518. */
    public enum Algorithm {
        RS256("SHA256withRSA"),
        ES256("SHA256withECDSAinP1363Format"),
        ES384("SHA384withECDSAinP1363Format"),
        ES512("SHA512withECDSAinP1363Format");

        private final String javaName;

        Algorithm(String javaName) {
            this.javaName = javaName;
        }

        public byte[] sign(PrivateKey key, byte[] content) throws GeneralSecurityException {
            var signature = Signature.getInstance(javaName);
            signature.initSign(key);
            signature.update(content);
            return signature.sign();
        }
    }

    /**
     * The key in its role here.
     *
     * @throws IllegalArgumentException if it is of a kind or length that proves nothing
     */
    public static TokenKey of(PublicKey key) {
        return new TokenKey(key, algorithm(key), id(key));
    }

    private static Algorithm algorithm(PublicKey key) {
        return switch (key) {
            case RSAPublicKey rsa when rsa.getModulus().bitLength() >= SHORTEST_RSA -> Algorithm.RS256;
            case RSAPublicKey rsa ->
                throw new IllegalArgumentException("an RSA key of "
                        + rsa.getModulus().bitLength() + " bits is too short: " + SHORTEST_RSA + " bits are needed");
            case ECPublicKey ec ->
                switch (ec.getParams().getCurve().getField().getFieldSize()) {
                    case 256 -> Algorithm.ES256;
                    case 384 -> Algorithm.ES384;
                    case 521 -> Algorithm.ES512;
                    default -> throw new IllegalArgumentException("the curve of an EC key is P-256, P-384 or P-521");
                };
            default -> throw new IllegalArgumentException("a key is RSA or EC, not " + key.getAlgorithm());
        };
    }

    private static String id(PublicKey key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether the private key of this one made a signature. */
    public boolean verifies(byte[] content, byte[] signature) {
        try {
            var verifier = Signature.getInstance(algorithm.javaName);
            verifier.initVerify(key);
            verifier.update(content);
            return verifier.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /** Whether a private key belongs to this one. */
    boolean belongsTo(PrivateKey secret) {
        var probe = new byte[] {1, 2, 3};
        try {
            return verifies(probe, algorithm.sign(secret, probe));
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
