package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An API server with certificates of others: what it serves with, and whom it believes. */
// Acceptance of production: authority
@Tag(ProgramCommand.TAG)
@Timeout(120)
class ApiServerCertificatesTest extends CommandLineTest {
    @TempDir
    Path folder;

    private TestCertificates certificates;

    @BeforeEach
    void issue() {
        certificates = new TestCertificates(folder);
    }

    @Test
    @DisplayName(
            "clients see the given certificate and the one that replaces it, and are known by certificates of the given authority")
    void certificates() throws Exception {
        var company = certificates.company;
        var first = certificates.serving();
        var serverFiles = certificates.files("server", first);
        var clients = certificates.write("clients.crt", Pem.of(company.certificate()));
        try (var program = Program.start(
                "apiserver",
                "--ephemeral",
                "--port",
                "0",
                "--admin-token",
                "t",
                "--tls-cert-file",
                serverFiles[0],
                "--tls-private-key-file",
                serverFiles[1],
                "--client-ca-file",
                clients)) {
            var said = program.awaitSaying("serving on");
            var url = said.substring(said.indexOf("https://"));
            var ann = company.client("ann", List.of("system:masters"), Instant.now());
            assertThat(get(url, company, ann)).isEqualTo(200);
            assertThat(get(url, company, company.client("bob", List.of(), Instant.now())))
                    .as("bob is known and may not read namespaces")
                    .isEqualTo(403);
            assertThat(certificates.serial(url)).isEqualTo(first.certificate().getSerialNumber());
            var second = certificates.serving();
            certificates.files("server", second);
            assertThat(certificates.serial(url)).isEqualTo(second.certificate().getSerialNumber());
            assertThat(program.stop()).isIn(0, 143);
        }
    }

    @Test
    @DisplayName(
            "half a pair, files that are no pair and files without certificates are refused with the option's name")
    void mistakes() throws Exception {
        var files = certificates.files("server", certificates.serving());
        var other = certificates.files("other", certificates.serving());
        assertRefused("--tls-cert-file and --tls-private-key-file go together", "--tls-cert-file", files[0]);
        assertRefused("is not the key of", "--tls-cert-file", files[0], "--tls-private-key-file", other[1]);
        assertRefused("--client-ca-file " + files[1] + " cannot be used", "--client-ca-file", files[1]);
        assertRefused(
                "--etcd-prefix east: must end with a slash", "--etcd", "http://127.0.0.1:1", "--etcd-prefix", "east");
    }

    private static void assertRefused(String text, String... flags) {
        var arguments = new ArrayList<>(List.of("apiserver", "--port", "0", "--admin-token", "t"));
        if (!List.of(flags).contains("--etcd")) arguments.add("--ephemeral");
        arguments.addAll(List.of(flags));
        var ran = run(arguments.toArray(String[]::new));
        assertThat(ran.errors()).contains(text);
        assertThat(ran.exit()).isEqualTo(2);
    }

    private static HttpClient client(Authority trusted, Authority.Identity identity) {
        var keys = Tls.keys(identity.key(), List.of(identity.certificate()));
        return HttpClient.newBuilder()
                .sslContext(Tls.context(keys, trusted.trustManagers()))
                .build();
    }

    private static int get(String url, Authority trusted, Authority.Identity identity) throws Exception {
        try (var client = client(trusted, identity)) {
            var request = HttpRequest.newBuilder(URI.create(url + "/api/v1/namespaces"))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
