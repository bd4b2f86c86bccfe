package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logs of a node whose certificate nobody vouches for, at a server that was told who signs those of nodes. */
class PodLogVerificationTest {
    private static final byte[] LOG = "hello\n".getBytes(StandardCharsets.UTF_8);

    private HttpsServer node;
    private TestServer server;

    private static X509Certificate selfSigned(String name, KeyPair keys) throws GeneralSecurityException {
        var subject = CertificateIssuer.subject(name, List.of());
        var now = Instant.now();
        return CertificateIssuer.signed(
                subject,
                subject,
                keys.getPublic(),
                List.of(),
                new Validity(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1))),
                keys.getPrivate());
    }

    @BeforeEach
    void start() throws IOException, GeneralSecurityException {
        var keys = CertificateIssuer.newKeys();
        node = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.setHttpsConfigurator(new HttpsConfigurator(
                Tls.context(Tls.keys(keys.getPrivate(), List.of(selfSigned("node", keys))), null)));
        node.createContext("/containerLogs/default/p/c", exchange -> {
            exchange.sendResponseHeaders(200, LOG.length);
            try (var body = exchange.getResponseBody()) {
                body.write(LOG);
            }
        });
        node.start();
        var authority = selfSigned("authority", CertificateIssuer.newKeys());
        server = new TestServer(
                true,
                new ApiServerSettings.Extras(
                        RequestLimits.DEFAULT, List.of(), Duration.ofHours(1), List.of(authority)));
        assertThat(server.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(server.patch("merge-patch+json", "/api/v1/nodes/n1/status", """
                {"status":{"addresses":[{"type":"InternalIP","address":"127.0.0.1"}],
                 "daemonEndpoints":{"kubeletEndpoint":{"Port":%d}}}}""".formatted(
                                        node.getAddress().getPort()))
                        .status())
                .isEqualTo(200);
        assertThat(server.post("/api/v1/namespaces/default/pods", """
                {"metadata":{"name":"p"},"spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}]}}""").status()).isEqualTo(201);
    }

    @AfterEach
    void close() {
        assertThat(server.defects()).isEmpty();
        server.close();
        node.stop(0);
    }

    @Test
    void itIsReadOnlyByWhoSaysThatTheCertificateDoesNotMatter() {
        var path = "/api/v1/namespaces/default/pods/p/log";
        var refused = server.get(path);
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.message()).contains("certification path");
        var read = server.get(path + "?insecureSkipTLSVerifyBackend=true");
        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(read.text()).isEqualTo("hello\n");
    }
}
