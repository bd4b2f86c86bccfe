package dev.plimsoll.tls;

import dev.plimsoll.core.certificates.Validity;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** An authority's certificate and its key, which may be RSA or on an elliptic curve: signs certificates of others. */
public record CertificateIssuer(X509Certificate certificate, PrivateKey key) {
    /**
     * The certificate that a request asks for. Of what the request says only names and key are taken; it is never one of an authority.
     *
     * @param usages as the API calls them, such as {@code client auth}
     */
    public X509Certificate sign(CertificateRequest request, Collection<String> usages, Validity validity)
            throws GeneralSecurityException {
        var extensions = new ArrayList<>(KeyUsages.extensions(usages));
        extensions.add(extension("2.5.29.19", true, Der.sequence()));
        extensions.add(authorityKeyId());
        var names = CertificateNames.alternativeNames(request.identity());
        // Readers must heed the names of a holder whose subject says nothing (RFC 5280, 4.2.1.6).
        var isNameless = Arrays.equals(request.subject(), Der.sequence());
        if (names.length > 0) extensions.add(extension(CertificateNames.ALTERNATIVE_NAMES, isNameless, names));
        return issue(request.subject(), request.key(), extensions, validity);
    }

    /** A certificate with these extensions. */
    public X509Certificate issue(byte[] subject, PublicKey holder, List<byte[]> extensions, Validity validity)
            throws GeneralSecurityException {
        return signed(certificate.getSubjectX500Principal().getEncoded(), subject, holder, extensions, validity, key);
    }

    /** The extension that names this authority's key. */
    public byte[] authorityKeyId() {
        return extension("2.5.29.35", false, Der.sequence(Der.implicit(0, ownKeyId())));
    }

    /** As the authority's certificate says, where it does. */
    private byte[] ownKeyId() {
        var said = certificate.getExtensionValue("2.5.29.14");
        if (said == null) return keyId(certificate.getPublicKey());
        try {
            return new DerReader(said)
                    .next(DerReader.OCTETS)
                    .inside()
                    .next(DerReader.OCTETS)
                    .content();
        } catch (GeneralSecurityException _) {
            return keyId(certificate.getPublicKey()); // Java read the certificate, and does not look into this
        }
    }

    /** A certificate, signed by whoever has the last key. */
    public static X509Certificate signed(
            byte[] issuer,
            byte[] subject,
            PublicKey holder,
            List<byte[]> extensions,
            Validity validity,
            PrivateKey signer)
            throws GeneralSecurityException {
        var isRsa = signer.getAlgorithm().equals("RSA");
        var algorithm = isRsa
                ? Der.sequence(Der.identifier("1.2.840.113549.1.1.11"), new byte[] {5, 0})
                : Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
        var body = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(127, new SecureRandom()).setBit(126)),
                algorithm,
                issuer,
                Der.sequence(Der.time(validity.notBefore()), Der.time(validity.notAfter())),
                subject,
                holder.getEncoded(),
                Der.explicit(3, Der.sequence(extensions.toArray(new byte[0][]))));
        var signature = Signature.getInstance(isRsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(signer);
        signature.update(body);
        var encoded = Der.sequence(body, algorithm, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    public static byte[] subject(String commonName, List<String> organizations) {
        return CertificateNames.subject(commonName, organizations);
    }

    public static byte[] extension(String id, boolean critical, byte[] content) {
        return critical
                ? Der.sequence(Der.identifier(id), Der.yes(), Der.octets(content))
                : Der.sequence(Der.identifier(id), Der.octets(content));
    }

    /** How certificates name a key. */
    public static byte[] keyId(PublicKey key) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(key.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** A new key on the curve P-256. */
    public static KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make P-256 keys", e);
        }
    }
}
