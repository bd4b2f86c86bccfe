package dev.plimsoll.tls;

import dev.plimsoll.core.certificates.RequestedIdentity;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;
import java.util.Map;

/**
 * A request for a certificate (PKCS #10), signed with the key that it is for.
 *
 * @param subject as it stands in the request
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes it
public record CertificateRequest(byte[] subject, RequestedIdentity identity, PublicKey key) {
    private static final String TITLE = "CERTIFICATE REQUEST";
    private static final String EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
    /** How Java calls an algorithm of signatures, by its identifier. */
    private static final Map<String, String> ALGORITHMS = Map.of(
            "1.2.840.10045.4.3.2", "SHA256withECDSA",
            "1.2.840.10045.4.3.3", "SHA384withECDSA",
            "1.2.840.10045.4.3.4", "SHA512withECDSA",
            "1.2.840.113549.1.1.11", "SHA256withRSA",
            "1.2.840.113549.1.1.12", "SHA384withRSA",
            "1.2.840.113549.1.1.13", "SHA512withRSA",
            "1.3.101.112", "Ed25519");

    static String algorithm(String identifier) throws GeneralSecurityException {
        var name = ALGORITHMS.get(identifier);
        if (name == null) throw DerReader.malformed("signature algorithm " + identifier + " is not known");
        return name;
    }

    /** A request as PEM text. */
    public static String create(KeyPair keys, RequestedIdentity identity) throws GeneralSecurityException {
        return Pem.block(TITLE, encode(keys, identity));
    }

    /** A request for a key of one of the kinds in {@link KeyType}, in DER. */
    public static byte[] encode(KeyPair keys, RequestedIdentity identity) throws GeneralSecurityException {
        var type = KeyType.of(keys.getPublic())
                .orElseThrow(() -> new InvalidKeyException(
                        "no request is made for a key " + keys.getPublic().getAlgorithm()));
        var names = CertificateNames.alternativeNames(identity);
        var attributes = names.length == 0
                ? new byte[0]
                : Der.sequence(
                        Der.identifier(EXTENSION_REQUEST),
                        Der.set(Der.sequence(
                                Der.sequence(Der.identifier(CertificateNames.ALTERNATIVE_NAMES), Der.octets(names)))));
        var info = Der.sequence(
                Der.integer(BigInteger.ZERO),
                CertificateNames.subject(identity.commonName(), identity.organizations()),
                keys.getPublic().getEncoded(),
                Der.explicit(0, attributes));
        var signature = Signature.getInstance(type.signature());
        signature.initSign(keys.getPrivate());
        signature.update(info);
        return Der.sequence(info, type.signatureIdentifier(), Der.bits(signature.sign()));
    }

    /**
     * Reads PEM text.
     *
     * @throws GeneralSecurityException if it is no request, or is not signed with its own key
     */
    public static CertificateRequest read(String pem) throws GeneralSecurityException {
        List<Pem.Block> blocks;
        try {
            blocks = Pem.blocks(pem);
        } catch (IllegalArgumentException e) {
            throw DerReader.malformed("it is no Base64: " + e.getMessage());
        }
        if (blocks.isEmpty() || !blocks.getFirst().title().equals(TITLE))
            throw DerReader.malformed("PEM block type must be CERTIFICATE REQUEST");
        return read(blocks.getFirst().content());
    }

    /**
     * Reads one in DER.
     *
     * @throws GeneralSecurityException if it is no request, or is not signed with its own key
     */
    public static CertificateRequest read(byte[] encoded) throws GeneralSecurityException {
        var whole = new DerReader(encoded).next(DerReader.SEQUENCE).inside();
        var info = whole.next(DerReader.SEQUENCE);
        var algorithm = whole.next(DerReader.SEQUENCE).inside().next().identifier();
        var signature = whole.next().bits();
        var name = algorithm(algorithm);
        var fields = info.inside();
        fields.next(DerReader.INTEGER);
        var subject = fields.next(DerReader.SEQUENCE);
        var key = Pem.publicKey(fields.next(DerReader.SEQUENCE).whole());
        var verifier = Signature.getInstance(name);
        verifier.initVerify(key);
        verifier.update(info.whole());
        if (!verifier.verify(signature)) throw DerReader.malformed("it is not signed with its own key");
        var identity = CertificateNames.ofSubject(subject);
        if (fields.hasNext()) identity = withAttributes(identity, fields.next().inside());
        return new CertificateRequest(subject.whole(), identity, key);
    }

    private static RequestedIdentity withAttributes(RequestedIdentity identity, DerReader attributes)
            throws GeneralSecurityException {
        var named = identity;
        while (attributes.hasNext()) {
            var attribute = attributes.next(DerReader.SEQUENCE).inside();
            if (!attribute.next().identifier().equals(EXTENSION_REQUEST)) continue;
            var extensions = attribute
                    .next(DerReader.SET)
                    .inside()
                    .next(DerReader.SEQUENCE)
                    .inside();
            while (extensions.hasNext()) {
                var extension = extensions.next(DerReader.SEQUENCE).inside();
                if (!extension.next().identifier().equals(CertificateNames.ALTERNATIVE_NAMES)) continue;
                var content = extension.next();
                if (content.tag() != DerReader.OCTETS) content = extension.next(DerReader.OCTETS); // after "critical"
                named = CertificateNames.withAlternativeNames(named, content.content());
            }
        }
        return named;
    }
}
