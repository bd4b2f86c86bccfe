package dev.plimsoll.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.certificates.RequestedIdentity;
import java.security.GeneralSecurityException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of every kind are made, named, asked a certificate for, and read again. */
class KeyTypeTest {
    @ParameterizedTest
    @EnumSource(KeyType.class)
    void aKeyIsOfItsKindAndProvesItself(KeyType type) throws GeneralSecurityException {
        var keys = type.newKeys();
        assertThat(KeyType.of(keys.getPublic())).contains(type);
        assertThat(KeyType.named(type.name())).contains(type);
        var request = CertificateRequest.read(CertificateRequest.encode(keys, RequestedIdentity.of("", List.of())));
        assertThat(request.key()).isEqualTo(keys.getPublic());
        assertThat(Pem.privateKey(Pem.of(keys.getPrivate()))).isEqualTo(keys.getPrivate());
    }
}
