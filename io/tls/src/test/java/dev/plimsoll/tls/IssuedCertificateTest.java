package dev.plimsoll.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Certificates whose issuers have no name, which the JDK does not read. */
class IssuedCertificateTest {
    private static final Instant FROM = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant UNTIL = Instant.parse("2051-01-02T03:04:05Z");

    private static byte[] nameless(PublicKey key, KeyPair issuer) throws GeneralSecurityException {
        var type = KeyType.of(issuer.getPublic()).orElseThrow();
        var body = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(BigInteger.ONE),
                type.signatureIdentifier(),
                Der.sequence(),
                Der.sequence(Der.time(FROM), Der.time(UNTIL)),
                Der.sequence(),
                key.getEncoded());
        var signature = Signature.getInstance(type.signature());
        signature.initSign(issuer.getPrivate());
        signature.update(body);
        return Der.sequence(body, type.signatureIdentifier(), Der.bits(signature.sign()));
    }

    @Test
    void aCertificateOfAnIssuerWithoutANameIsRead() throws Exception {
        var issuer = CertificateIssuer.newKeys();
        var keys = CertificateIssuer.newKeys();
        var encoded = nameless(keys.getPublic(), issuer);
        assertThatThrownBy(() -> Pem.certificates(encoded)).isInstanceOf(GeneralSecurityException.class);
        var read = IssuedCertificate.read(encoded);
        assertThat(read.key()).isEqualTo(keys.getPublic());
        assertThat(read.notBefore()).isEqualTo(FROM);
        assertThat(read.notAfter()).isEqualTo(UNTIL);
        read.verify(issuer.getPublic());
        assertThatThrownBy(() -> read.verify(keys.getPublic())).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aChangedCertificateIsRefusedOrNotSigned() throws Exception {
        var issuer = CertificateIssuer.newKeys();
        var encoded = nameless(CertificateIssuer.newKeys().getPublic(), issuer);
        var random = new Random(1);
        for (var round = 0; round < 500; round++) {
            var changed = encoded.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> IssuedCertificate.read(changed).verify(issuer.getPublic()))
                    .isInstanceOf(GeneralSecurityException.class);
            var cut = Arrays.copyOf(encoded, random.nextInt(encoded.length));
            assertThatThrownBy(() -> IssuedCertificate.read(cut)).isInstanceOf(GeneralSecurityException.class);
        }
    }
}
