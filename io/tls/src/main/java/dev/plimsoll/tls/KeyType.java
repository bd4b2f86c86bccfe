package dev.plimsoll.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of keys that certificates of pods are made for, by the names that the API has for them. */
public enum KeyType {
    RSA3072("RSA", 3072, "SHA256withRSA", "1.2.840.113549.1.1.11") {
        @Override
        AlgorithmParameterSpec parameters() {
            return new RSAKeyGenParameterSpec(3072, RSAKeyGenParameterSpec.F4);
        }
    },
    RSA4096("RSA", 4096, "SHA256withRSA", "1.2.840.113549.1.1.11") {
        @Override
        AlgorithmParameterSpec parameters() {
            return new RSAKeyGenParameterSpec(4096, RSAKeyGenParameterSpec.F4);
        }
    },
    ECDSAP256("EC", 256, "SHA256withECDSA", "1.2.840.10045.4.3.2") {
        @Override
        AlgorithmParameterSpec parameters() {
            return new ECGenParameterSpec("secp256r1");
        }
    },
    ECDSAP384("EC", 384, "SHA384withECDSA", "1.2.840.10045.4.3.3") {
        @Override
        AlgorithmParameterSpec parameters() {
            return new ECGenParameterSpec("secp384r1");
        }
    },
    ECDSAP521("EC", 521, "SHA512withECDSA", "1.2.840.10045.4.3.4") {
        @Override
        AlgorithmParameterSpec parameters() {
            return new ECGenParameterSpec("secp521r1");
        }
    },
    ED25519("Ed25519", 256, "Ed25519", "1.3.101.112") {
        @Override
        AlgorithmParameterSpec parameters() {
            return NamedParameterSpec.ED25519;
        }
    };

    private static final byte[] NO_PARAMETERS = {5, 0};

    private final String algorithm;
    private final int bits;
    private final String signature;
    private final String signatureId;

    KeyType(String algorithm, int bits, String signature, String signatureId) {
        this.algorithm = algorithm;
        this.bits = bits;
        this.signature = signature;
        this.signatureId = signatureId;
    }

    abstract AlgorithmParameterSpec parameters();

    /** The names that the API has for them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Enum::name).toList();
    }

    /** By the name that the API has for it. */
    public static Optional<KeyType> named(String name) {
        for (var type : values()) if (type.name().equals(name)) return Optional.of(type);
        return Optional.empty();
    }

    /** What a key is; empty for one that is none of these. */
    public static Optional<KeyType> of(PublicKey key) {
        for (var type : values()) if (type.isOf(key)) return Optional.of(type);
        return Optional.empty();
    }

    private boolean isOf(PublicKey key) {
        return switch (key) {
            case RSAKey rsa -> algorithm.equals("RSA") && rsa.getModulus().bitLength() == bits;
            case ECKey curve ->
                algorithm.equals("EC")
                        && curve.getParams().getCurve().getField().getFieldSize() == bits;
            case EdECKey edwards ->
                algorithm.equals("Ed25519") && edwards.getParams().getName().equals(algorithm);
            default -> false;
        };
    }

    public KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(parameters());
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make keys " + this, e);
        }
    }

    /** How Java calls the signatures that keys of this kind make. */
    String signature() {
        return signature;
    }

    /** How certificates and requests call them. */
    byte[] signatureIdentifier() {
        return algorithm.equals("RSA")
                ? Der.sequence(Der.identifier(signatureId), NO_PARAMETERS)
                : Der.sequence(Der.identifier(signatureId));
    }
}
