package dev.plimsoll.cli.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

// Acceptance of production: account-keys
class ServiceAccountFlagsTest {
    @Command
    private static final class Flagged {
        @Mixin
        private final ServiceAccountFlags flags = new ServiceAccountFlags();
    }

    private static ServiceAccountFlags flags(String... arguments) {
        var flagged = new Flagged();
        new CommandLine(flagged).parseArgs(arguments);
        return flagged.flags;
    }

    @Test
    void withoutOptionsTheDefaultsHold() throws IOException {
        assertThat(flags().options(true)).isEqualTo(ServiceAccountOptions.DEFAULT.completingPods());
        var pki = Pki.inMemory(Instant.now());
        assertThat(flags().applied(pki)).isEqualTo(pki);
    }

    @Test
    void optionsAreThoseOfKubernetes() {
        var options = flags(
                        "--service-account-issuer=https://a",
                        "--service-account-issuer=https://b",
                        "--service-account-max-token-expiration=24h",
                        "--service-account-extend-token-expiration=false")
                .options(false);
        assertThat(options)
                .isEqualTo(new ServiceAccountOptions(
                        List.of("https://a", "https://b"),
                        List.of("https://a", "https://b"),
                        Duration.ofHours(24),
                        false,
                        false));
        assertThat(flags("--api-audiences=x,y").options(true).audiences()).containsExactly("x", "y");
        assertThatThrownBy(() ->
                        flags("--service-account-max-token-expiration=59m").options(true))
                .hasMessageContaining("must be between 1 hour and 2^32 seconds");
    }

    @Test
    void keysOfFilesSignAndVerify(@TempDir Path folder) throws IOException {
        var pki = Pki.inMemory(Instant.now());
        var other = Pki.inMemory(Instant.now()).accountKeys();
        var secret = Files.writeString(folder.resolve("a.key"), Pem.of(other.secret()));
        var verifying =
                Files.writeString(folder.resolve("a.pub"), Pem.of(other.signer().key()));
        var accepted =
                flags("--service-account-key-file=" + verifying).applied(pki).accountKeys();
        assertThat(accepted.signer()).isEqualTo(pki.accountKeys().signer());
        assertThat(accepted.accepted()).hasSize(2);
        var signing = flags("--service-account-signing-key-file=" + secret, "--service-account-key-file=" + verifying)
                .applied(pki)
                .accountKeys();
        assertThat(signing.signer().id()).isEqualTo(other.signer().id());
        assertThat(signing.accepted()).hasSize(1);
    }
}
