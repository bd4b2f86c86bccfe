package dev.plimsoll.tls;

import dev.plimsoll.core.certificates.Validity;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate with the key that belongs to it.
 *
 * @param chain the certificate, then those of its issuers
 */
public record HeldCertificate(PrivateKey key, List<X509Certificate> chain) {
    public HeldCertificate {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) throw new IllegalArgumentException("there is no certificate");
    }

    /** From text that holds both, in any order. */
    public static HeldCertificate read(String pem) throws GeneralSecurityException {
        return new HeldCertificate(Pem.privateKey(pem), Pem.onlyCertificates(pem));
    }

    /** Both as text. */
    public String pem() {
        var text = new StringBuilder();
        for (var each : chain) text.append(Pem.of(each));
        return text.append(Pem.of(key)).toString();
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /** Whether the key belongs to the certificate. */
    public boolean isPair() throws GeneralSecurityException {
        var sample = "plimsoll".getBytes(StandardCharsets.US_ASCII);
        var signature = Signature.getInstance(signatureAlgorithm());
        signature.initSign(key);
        signature.update(sample);
        var signed = signature.sign();
        try {
            signature.initVerify(certificate().getPublicKey());
            signature.update(sample);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException _) {
            // The public key is of another type or size.
            return false;
        }
    }

    private String signatureAlgorithm() {
        return switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> key.getAlgorithm();
        };
    }

    /** Whom it names; empty where its subject cannot be read. */
    public String commonName() {
        try {
            var subject = certificate().getSubjectX500Principal().getEncoded();
            return CertificateNames.ofSubject(new DerReader(subject).next(DerReader.SEQUENCE))
                    .commonName();
        } catch (GeneralSecurityException _) {
            return "";
        }
    }

    public Validity validity() {
        return new Validity(
                certificate().getNotBefore().toInstant(),
                certificate().getNotAfter().toInstant());
    }
}
