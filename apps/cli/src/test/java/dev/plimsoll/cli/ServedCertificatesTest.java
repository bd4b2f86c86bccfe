package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes and the console show the certificate that is in their files, also when somebody replaces them while they serve. */
@Tag(ProgramCommand.TAG)
@Timeout(120)
class ServedCertificatesTest {
    /** Who serves, with the line in which it says where. */
    enum Served {
        NODE("serving them at ", "node", "--serve", "0"),
        CONSOLE("console: ", "console", "--port", "0");

        private final String line;
        private final List<String> command;

        Served(String line, String... command) {
            this.line = line;
            this.command = List.of(command);
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void theCertificateThatReplacesAnotherIsShownAndOneThatIsDamagedIsNot(Served served) throws Exception {
        var certificates = new TestCertificates(folder);
        var kubeconfig = folder.resolve("kubeconfig").toString();
        try (var api = Program.start(
                "apiserver", "--ephemeral", "--port", "0", "--admin-token", "t", "--kubeconfig", kubeconfig)) {
            api.awaitSaying("serving on");
            var first = certificates.serving();
            var files = certificates.files("own", first);
            var command = new ArrayList<>(served.command);
            command.addAll(List.of("--kubeconfig", kubeconfig));
            command.addAll(List.of("--tls-cert-file", files[0], "--tls-private-key-file", files[1]));
            try (var program = Program.start(command.toArray(String[]::new))) {
                var said = program.awaitSaying(served.line);
                var address = said.substring(said.indexOf("https://"));
                assertThat(certificates.serial(address))
                        .isEqualTo(first.certificate().getSerialNumber());

                var second = certificates.serving();
                certificates.files("own", second);
                assertThat(certificates.serial(address))
                        .isEqualTo(second.certificate().getSerialNumber());

                certificates.write("own.key", "no key");
                assertThat(certificates.serial(address))
                        .isEqualTo(second.certificate().getSerialNumber());
                assertThat(program.awaitSaying("own.key")).contains("cannot be used");

                var third = certificates.serving();
                certificates.files("own", third);
                assertThat(certificates.serial(address))
                        .as("once the files are whole again")
                        .isEqualTo(third.certificate().getSerialNumber());
            }
        }
    }
}
