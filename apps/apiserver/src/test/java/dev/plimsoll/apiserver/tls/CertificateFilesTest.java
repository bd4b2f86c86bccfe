package dev.plimsoll.apiserver.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.tls.CertificateFiles;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates in files that are replaced while a server runs. */
class CertificateFilesTest {
    @TempDir
    Path folder;

    private final Authority authority = Authority.create("ca", Instant.now());
    private final List<String> problems = new ArrayList<>();
    private Path certificate;
    private Path key;

    @BeforeEach
    void files() {
        certificate = folder.resolve("tls.crt");
        key = folder.resolve("tls.key");
    }

    private Authority.Identity identity() {
        return authority.server("server", List.of("localhost"), List.of(), Instant.now());
    }

    /** Under another name first, as tools that renew certificates do. */
    private void write(Path file, String text) throws IOException {
        var draft = Files.writeString(folder.resolve("draft"), text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void write(Authority.Identity identity) throws IOException {
        write(certificate, Pem.of(identity.certificate()));
        write(key, Pem.of(identity.key()));
    }

    private CertificateFiles read() throws IOException, GeneralSecurityException {
        return CertificateFiles.read(certificate, key, problems::add);
    }

    /** What the next handshake shows. */
    private static X509Certificate shown(CertificateFiles files) {
        var keys = files.keys();
        return keys.getCertificateChain(keys.chooseEngineServerAlias("EC", null, null))[0];
    }

    @Test
    @DisplayName("a new pair is shown from the next handshake on")
    void replaced() throws Exception {
        var before = identity();
        write(before);
        var files = read();
        assertThat(shown(files)).isEqualTo(before.certificate());
        var after = identity();
        write(after);
        assertThat(shown(files)).isEqualTo(after.certificate());
        assertThat(files.current().certificate()).isEqualTo(after.certificate());
        assertThat(problems).isEmpty();
    }

    @Test
    @DisplayName("while one half is new, the earlier pair is shown; with the other half the new one")
    void halfReplaced() throws Exception {
        var before = identity();
        write(before);
        var files = read();
        var after = identity();
        write(certificate, Pem.of(after.certificate()));
        assertThat(shown(files)).isEqualTo(before.certificate());
        assertThat(shown(files)).isEqualTo(before.certificate());
        assertThat(problems).singleElement().asString().contains("is not the key of", "the earlier one is shown");
        write(key, Pem.of(after.key()));
        assertThat(shown(files)).isEqualTo(after.certificate());
    }

    @Test
    @DisplayName("files that are gone or damaged are reported once, and the earlier pair is shown")
    void damaged() throws Exception {
        var before = identity();
        write(before);
        var files = read();
        Files.delete(key);
        assertThat(shown(files)).isEqualTo(before.certificate());
        assertThat(problems).hasSize(1);
        write(key, "no key");
        assertThat(shown(files)).isEqualTo(before.certificate());
        assertThat(problems).hasSize(2);
        assertThat(shown(files)).isEqualTo(before.certificate());
        assertThat(problems).hasSize(2);
    }

    @Test
    @DisplayName("files that are no pair from the start are refused")
    void refused() throws Exception {
        write(certificate, Pem.of(identity().certificate()));
        write(key, Pem.of(identity().key()));
        assertThatThrownBy(this::read)
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("is not the key of");
    }
}
