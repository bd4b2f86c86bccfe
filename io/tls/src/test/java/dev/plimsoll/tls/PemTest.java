package dev.plimsoll.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PemTest {
    private static PrivateKey ec(String curve) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair().getPrivate();
    }

    private static PrivateKey rsa() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024); // short, so that it is made at once
        return generator.generateKeyPair().getPrivate();
    }

    /** The key within PKCS #8, as OpenSSL writes it: what the last octet string of it holds. */
    private static String own(String title, PrivateKey key, byte[] algorithm) {
        var whole = key.getEncoded();
        for (var at = 0; at + algorithm.length < whole.length; at++) {
            if (!Arrays.equals(whole, at, at + algorithm.length, algorithm, 0, algorithm.length)) continue;
            var octets = at + algorithm.length;
            var first = whole[octets + 1] & 0xff;
            var head = first < 0x80 ? 2 : 2 + (first & 0x7f);
            var content = Arrays.copyOfRange(whole, octets + head, whole.length);
            return "-----BEGIN " + title + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                    + title + "-----\n";
        }
        throw new IllegalStateException("no " + title);
    }

    @Test
    @DisplayName("RSA and EC keys are read in PKCS #8, whatever stands around them")
    void pkcs8() throws GeneralSecurityException {
        for (var key : new PrivateKey[] {ec("secp256r1"), ec("secp384r1"), rsa()}) {
            assertThat(Pem.privateKey("some words\n" + Pem.of(key) + "others")).isEqualTo(key);
        }
    }

    @Test
    @DisplayName("an RSA key is read in the form of OpenSSL")
    void pkcs1() throws GeneralSecurityException {
        var rsa = rsa();
        var algorithm = Der.sequence(Der.identifier("1.2.840.113549.1.1.1"), new byte[] {5, 0});
        assertThat(Pem.privateKey(own("RSA PRIVATE KEY", rsa, algorithm))).isEqualTo(rsa);
    }

    @Test
    @DisplayName("a file without a key, or with one that is none, is refused with a reason")
    void refused() {
        assertThatThrownBy(() -> Pem.privateKey("nothing")).hasMessage("it holds no private key in PEM form");
        assertThatThrownBy(() -> Pem.privateKey("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"))
                .isInstanceOf(GeneralSecurityException.class);
        assertThatThrownBy(() -> Pem.certificate("nothing")).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    @DisplayName("a block whose content lacks padding, or a letter, is passed over")
    void padding() {
        for (var size = 1; size <= 9; size++) {
            var whole = Pem.block("X", new byte[size]);
            assertThat(Pem.wholeBlocks(whole).getFirst().content()).isEqualTo(new byte[size]);
            assertThat(Pem.wholeBlocks(whole.replaceFirst("A", ""))).as(whole).isEmpty();
            if (whole.contains("="))
                assertThat(Pem.wholeBlocks(whole.replace("=", ""))).as(whole).isEmpty();
        }
    }
}
