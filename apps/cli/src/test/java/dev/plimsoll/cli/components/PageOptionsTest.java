package dev.plimsoll.cli.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.runtime.http.PageRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Pages over TLS by default, without it only for those who ask. */
@Timeout(60)
class PageOptionsTest {
    private static PageOptions options(String... arguments) {
        var options = new PageOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("pages", mixin(options))).parseArgs(arguments);
        return options;
    }

    private static CommandLine.Model.CommandSpec mixin(PageOptions options) {
        return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    }

    private static PageReply serve(PageRequest request) {
        return PageReply.empty(204);
    }

    private static int status(String address) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address)).build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void nothingIsServedUnlessAskedFor() throws IOException {
        try (var pages = options().start("test-http", PageOptionsTest::serve, InstantSource.system())) {
            assertThat(pages.addresses()).isEmpty();
        }
    }

    @Test
    void bothPortsServe() throws IOException, InterruptedException {
        try (var pages = options("--secure-port", "0", "--healthz-port", "0")
                .start("test-http", PageOptionsTest::serve, InstantSource.system())) {
            assertThat(pages.addresses()).hasSize(2);
            assertThat(pages.addresses().getFirst()).startsWith("https://127.0.0.1:");
            assertThat(status(pages.addresses().getLast())).isEqualTo(204);
            // It speaks TLS, with a certificate that nobody has signed.
            assertThatThrownBy(() -> status(pages.addresses().getFirst())).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void aCertificateNeedsItsKey() {
        assertThatThrownBy(() -> options("--secure-port", "0", "--tls-cert-file", "tls.crt")
                        .start("test-http", PageOptionsTest::serve, InstantSource.system()))
                .hasMessage("--tls-cert-file and --tls-private-key-file go together");
    }
}
