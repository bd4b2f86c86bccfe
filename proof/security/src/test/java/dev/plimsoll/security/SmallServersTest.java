package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.controllers.serve.ControllerPages;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server of the other programs under clients that only hold connections. */
class SmallServersTest {
    private static final int CLIENTS = 100;

    @Test
    @Timeout(60)
    void halfAHandshakeHoldsUpNobody() throws Exception {
        var pki = Pki.inMemory(Instant.now());
        var tls = tls(pki);
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var server = HttpService.start(
                        "controllers-http",
                        address,
                        ServingTls.of(tls),
                        ControllerPages.of(new PrometheusRegistry(), () -> true));
                var client = HttpClient.newBuilder().sslContext(tls).build()) {
            var held = new ArrayList<Socket>();
            for (var i = 0; i < CLIENTS; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1});
                held.add(socket);
            }
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + "/healthz"))
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");
            for (var socket : held) socket.close();
        }
    }

    private static SSLContext tls(Pki pki) throws GeneralSecurityException {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(pki.authority().trustStore());
        return pki.server().context(trust.getTrustManagers());
    }
}
