package dev.plimsoll.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * What a certificate says of itself, read without the reader of the JDK: that one refuses issuers without a name, which authorities that
 * nobody looks up have.
 *
 * @param body what is signed
 * @param isAuthority whether it says that its key may sign others
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes them
public record IssuedCertificate(
        byte[] body,
        String algorithm,
        byte[] signature,
        PublicKey key,
        Instant notBefore,
        Instant notAfter,
        boolean isAuthority) {
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int BOOLEAN = 0x01;
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final int SHORT_TIME = 0x17;
    private static final int LONG_TIME = 0x18;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'");

    /**
     * Reads one in DER.
     *
     * @throws GeneralSecurityException if it is no certificate, or is signed in a way that is not known
     */
    public static IssuedCertificate read(byte[] encoded) throws GeneralSecurityException {
        var reader = new DerReader(encoded);
        var whole = reader.next(DerReader.SEQUENCE).inside();
        if (reader.hasNext()) throw DerReader.malformed("more follows behind it");
        var body = whole.next(DerReader.SEQUENCE);
        var algorithm = whole.next(DerReader.SEQUENCE).inside().next().identifier();
        var signature = whole.next().bits();
        var fields = body.inside();
        var first = fields.next();
        if (first.tag() == VERSION) fields.next(DerReader.INTEGER);
        fields.next(DerReader.SEQUENCE); // the algorithm once more
        fields.next(DerReader.SEQUENCE); // the issuer
        var validity = fields.next(DerReader.SEQUENCE).inside();
        var notBefore = time(validity.next());
        var notAfter = time(validity.next());
        fields.next(DerReader.SEQUENCE); // the subject
        var key = Pem.publicKey(fields.next(DerReader.SEQUENCE).whole());
        var isAuthority = false;
        while (fields.hasNext()) {
            var field = fields.next();
            if (field.tag() == EXTENSIONS)
                isAuthority =
                        isAuthority(field.inside().next(DerReader.SEQUENCE).inside());
        }
        return new IssuedCertificate(body.whole(), algorithm, signature, key, notBefore, notAfter, isAuthority);
    }

    private static boolean isAuthority(DerReader extensions) throws GeneralSecurityException {
        while (extensions.hasNext()) {
            var extension = extensions.next(DerReader.SEQUENCE).inside();
            if (!extension.next().identifier().equals(BASIC_CONSTRAINTS)) continue;
            var value = extension.next();
            if (value.tag() == BOOLEAN) value = extension.next(); // whether everybody must understand it
            var constraints =
                    new DerReader(value.content()).next(DerReader.SEQUENCE).inside();
            if (!constraints.hasNext()) return false;
            var authority = constraints.next();
            return authority.tag() == BOOLEAN
                    && authority.content().length == 1
                    && authority.content()[0] != 0;
        }
        return false;
    }

    private static Instant time(DerReader.Element element) throws GeneralSecurityException {
        var text = new String(element.content(), StandardCharsets.US_ASCII);
        if (element.tag() == SHORT_TIME && !text.isEmpty()) text = (text.charAt(0) < '5' ? "20" : "19") + text;
        else if (element.tag() != LONG_TIME) throw DerReader.malformed("a time is missing");
        try {
            return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw DerReader.malformed("a time cannot be read: " + e.getMessage());
        }
    }

    /** Refuses a certificate that is not signed with the key of an issuer. */
    public void verify(PublicKey issuer) throws GeneralSecurityException {
        var verifier = Signature.getInstance(CertificateRequest.algorithm(algorithm));
        verifier.initVerify(issuer);
        verifier.update(body);
        if (!verifier.verify(signature)) throw DerReader.malformed("it is not signed with the key of the next one");
    }
}
