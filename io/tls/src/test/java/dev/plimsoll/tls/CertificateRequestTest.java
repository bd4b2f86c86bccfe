package dev.plimsoll.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.certificates.Validity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests for certificates, made here and by others, and what is signed after them. */
class CertificateRequestTest {
    private static final RequestedIdentity NODE = RequestedIdentity.of("system:node:a", List.of("system:nodes"))
            .reachedAt(List.of("a", "a.example"), List.of("10.0.0.1", "2001:db8:0:0:0:0:0:1"));
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Test
    void aRequestIsReadAsItWasMade() throws Exception {
        var keys = CertificateIssuer.newKeys();
        var read = CertificateRequest.read(CertificateRequest.create(keys, NODE));
        assertThat(read.identity()).isEqualTo(NODE);
        assertThat(read.key()).isEqualTo(keys.getPublic());
    }

    @Test
    void aChangedRequestIsRefused() throws Exception {
        var pem = CertificateRequest.create(CertificateIssuer.newKeys(), NODE);
        var random = new Random(1);
        var whole = Pem.blocks(pem).getFirst().content();
        for (var i = 0; i < 300; i++) {
            var changed = whole.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> CertificateRequest.read(Pem.block("CERTIFICATE REQUEST", changed)))
                    .isInstanceOf(GeneralSecurityException.class);
        }
        for (var text : List.of("", "x", Pem.of(CertificateIssuer.newKeys().getPublic()))) {
            assertThatThrownBy(() -> CertificateRequest.read(text)).isInstanceOf(GeneralSecurityException.class);
        }
    }

    @Test
    void anAuthoritySignsNamesKeyAndUsagesAndNothingElse() throws Exception {
        for (var algorithm : List.of("EC", "RSA")) {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(algorithm.equals("EC") ? 256 : 2048);
            var own = generator.generateKeyPair();
            var name = CertificateIssuer.subject("test-ca", List.of());
            var validity = new Validity(now.minusSeconds(60), now.plus(Duration.ofDays(10)));
            var authority = CertificateIssuer.signed(
                    name,
                    name,
                    own.getPublic(),
                    List.of(CertificateIssuer.extension("2.5.29.19", true, Der.sequence(Der.yes()))),
                    validity,
                    own.getPrivate());
            var request = CertificateRequest.read(CertificateRequest.create(CertificateIssuer.newKeys(), NODE));
            var signed = new CertificateIssuer(authority, own.getPrivate())
                    .sign(request, List.of("digital signature", "server auth", "decipher only"), validity);
            signed.verify(own.getPublic());
            assertThat(signed.getSubjectX500Principal().getName()).isEqualTo("CN=system:node:a,O=system:nodes");
            assertThat(signed.getBasicConstraints()).isEqualTo(-1);
            assertThat(signed.getKeyUsage())
                    .containsExactly(true, false, false, false, false, false, false, false, true);
            assertThat(signed.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
            assertThat(signed.getSubjectAlternativeNames())
                    .extracting(each -> String.valueOf(each.get(1)))
                    .containsExactly("a", "a.example", "10.0.0.1", "2001:db8:0:0:0:0:0:1");
            assertThat(signed.getNotAfter().toInstant()).isEqualTo(validity.notAfter());
        }
    }

    @Test
    void requestsOfOpenSslAreRead(@TempDir Path folder) throws Exception {
        var openssl = Path.of("/usr/bin/openssl");
        Assumptions.assumeTrue(Files.isExecutable(openssl), "no openssl");
        for (var key : List.of("rsa:2048", "ed25519")) {
            var file = folder.resolve(key.replace(':', '-'));
            var process = new ProcessBuilder(
                            openssl.toString(),
                            "req",
                            "-new",
                            "-newkey",
                            key,
                            "-nodes",
                            "-keyout",
                            folder.resolve("key").toString(),
                            "-out",
                            file.toString(),
                            "-subj",
                            "/C=DE/O=team/O=other/OU=x/CN=jane",
                            "-addext",
                            "subjectAltName=critical,DNS:j.example,IP:10.1.2.3,email:j@example,URI:spiffe://x/y")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(CertificateRequest.read(Files.readString(file)).identity())
                    .isEqualTo(new RequestedIdentity(
                            "jane",
                            List.of("team", "other"),
                            List.of("j.example"),
                            List.of("10.1.2.3"),
                            List.of("j@example"),
                            List.of("spiffe://x/y")));
        }
    }

    @Test
    void aCertificateAndItsKeyShareAFile() throws Exception {
        var keys = CertificateIssuer.newKeys();
        var name = CertificateIssuer.subject("x", List.of());
        var certificate = CertificateIssuer.signed(
                name, name, keys.getPublic(), List.of(), new Validity(now, now.plusSeconds(60)), keys.getPrivate());
        var held = new HeldCertificate(keys.getPrivate(), List.of(certificate));
        assertThat(HeldCertificate.read(held.pem())).isEqualTo(held);
        assertThat(HeldCertificate.read(Pem.of(keys.getPrivate()) + Pem.of(certificate)))
                .isEqualTo(held);
    }
}
