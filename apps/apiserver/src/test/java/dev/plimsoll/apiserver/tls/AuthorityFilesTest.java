package dev.plimsoll.apiserver.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The authority's two files, whatever became of them. */
class AuthorityFilesTest {
    @TempDir
    Path top;

    private Path folder;

    @BeforeEach
    void folder() {
        folder = top.resolve("pki");
    }

    private Pki open(boolean hasData) {
        return Pki.in(folder, hasData, InstantSource.system());
    }

    private Path certificate() {
        return folder.resolve("ca.crt");
    }

    private Path key() {
        return folder.resolve("ca.key");
    }

    @Test
    void theFirstStartMakesAnAuthorityAndTheNextFindsIt() throws IOException {
        var made = open(false).authority().certificate();
        assertThat(open(true).authority().certificate()).isEqualTo(made);
        for (var file : new Path[] {certificate(), key()})
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("no draft is left behind")
                    .containsExactlyInAnyOrder(
                            "ca.crt", "ca.key", "front-proxy-ca.crt", "front-proxy-ca.key", "sa.key", "sa.pub");
        }
    }

    interface Harm {
        void to(Path certificate, Path key) throws IOException;
    }

    static Stream<Arguments> harms() {
        return Stream.of(
                harm("the key is missing", (_, key) -> Files.delete(key), "ca.key is missing"),
                harm("the certificate is missing", (certificate, _) -> Files.delete(certificate), "ca.crt is missing"),
                harm("the key is empty", (_, key) -> Files.writeString(key, ""), "are not a certificate and its key"),
                harm("the key is cut", (_, key) -> cut(key), "are not a certificate and its key"),
                harm(
                        "the certificate is cut",
                        (certificate, _) -> cut(certificate),
                        "are not a certificate and its key"),
                harm(
                        "the key is another's",
                        (_, key) -> Files.writeString(
                                key,
                                Pem.of(Authority.create("other", Instant.now())
                                        .own()
                                        .key())),
                        "is not the key of"),
                harm(
                        "the key is a folder",
                        (_, key) -> {
                            Files.delete(key);
                            Files.createDirectory(key);
                        },
                        "cannot use"),
                harm(
                        "both are missing",
                        (certificate, key) -> {
                            Files.delete(certificate);
                            Files.delete(key);
                        },
                        "are missing, but the data folder has been used before"));
    }

    private static Arguments harm(String label, Harm harm, String message) {
        return Arguments.of(label, harm, message);
    }

    private static void cut(Path file) throws IOException {
        var text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harms")
    void aLostOrDamagedAuthorityIsRefusedAndNothingIsWritten(String label, Harm harm, String message)
            throws IOException {
        open(false);
        harm.to(certificate(), key());
        var before = content();
        for (var i = 0; i < 2; i++) {
            assertThatThrownBy(() -> open(true))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(message)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("put both files back from a backup")
                    .hasMessageContaining("--new-ca");
        }
        assertThat(content()).isEqualTo(before);
    }

    private String content() throws IOException {
        var text = new StringBuilder();
        try (var files = Files.list(folder).sorted()) {
            for (var file : files.toList())
                text.append(file).append(Files.isDirectory(file) ? "/" : Files.readString(file));
        }
        return text.toString();
    }

    @Test
    void aNewAuthorityIsMadeWhenSomebodyAsksForIt() throws IOException {
        var old = open(false).authority().certificate();
        assertThatThrownBy(() -> Pki.create(folder, Instant.now())).hasMessageContaining("is there already");
        Files.delete(key());
        assertThatThrownBy(() -> Pki.create(folder, Instant.now())).hasMessageContaining("is there already");
        Files.delete(certificate());
        Pki.create(folder, Instant.now());
        assertThat(open(true).authority().certificate()).isNotEqualTo(old);
    }

    @Test
    void aCrashBetweenTheTwoFilesIsNoLoss() throws IOException {
        var made = open(false).authority().certificate();
        Files.move(certificate(), folder.resolve(".ca.crt.new"));
        assertThat(open(true).authority().certificate()).isEqualTo(made);
        assertThat(certificate()).exists();
    }

    @Test
    void aCrashBeforeTheKeyHasItsNameLeavesNothingThatCounts() throws IOException {
        open(false);
        Files.move(certificate(), folder.resolve(".ca.crt.new"));
        Files.move(key(), folder.resolve(".ca.key.new"));
        cut(folder.resolve(".ca.key.new"));
        assertThat(open(false).authority().certificate()).isNotNull();
        assertThat(open(true).authority().certificate()).isNotNull();
    }

    @Test
    void aDraftOfAnotherAuthorityIsNotTaken() throws IOException {
        open(false);
        Files.delete(certificate());
        Files.writeString(
                folder.resolve(".ca.crt.new"),
                Pem.of(Authority.create("other", Instant.now()).certificate()));
        assertThatThrownBy(() -> open(true)).hasMessageContaining("ca.crt is missing");
    }

    @Test
    void theAuthorityOfProxiesIsKeptAndMadeAnewWhenItIsLost() throws IOException {
        var made = open(false).proxyAuthority().certificate();
        assertThat(open(true).proxyAuthority().certificate()).isEqualTo(made);
        Files.delete(folder.resolve("front-proxy-ca.key"));
        var next = open(true).proxyAuthority().certificate();
        assertThat(next).isNotEqualTo(made);
        cut(folder.resolve("front-proxy-ca.crt"));
        assertThat(open(true).proxyAuthority().certificate()).isNotEqualTo(next);
        assertThat(open(true).authority().certificate()).isNotEqualTo(next);
    }
}
