package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.tls.RenewedIdentity;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.TrustAllManager;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Years pass for running programs: what they show is always good, and never for longer than a year. */
@Timeout(120)
class CertificateLifeTest {
    private static final Duration STEP = Duration.ofDays(30);
    private static final int STEPS = 40;

    private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final AtomicReference<Instant> now = new AtomicReference<>(start);
    private final Pki pki = Pki.of(Authority.create("ca", start), ServiceAccountKeys.generated(), now::get);
    private final MemoryStore store = new MemoryStore();
    private final ApiServer server = ApiServer.start(
            store,
            pki,
            new ApiServerSettings(
                    "127.0.0.1",
                    0,
                    false,
                    Map.of(),
                    FeatureGates.DEFAULT,
                    InstantSource.system(),
                    new Random(1),
                    () -> UUID.randomUUID().toString(),
                    ApiServerSettings.Extras.DEFAULT),
            problem -> {
                throw new AssertionError(problem);
            });

    @AfterEach
    void stop() {
        server.close();
        store.close();
    }

    /** The certificate that a server shows to somebody who connects now. */
    private static X509Certificate shown(int port) throws GeneralSecurityException, IOException {
        var tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {TrustAllManager.trusted()}, null);
        try (var socket = (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private interface Look {
        X509Certificate look() throws GeneralSecurityException, IOException;
    }

    /** Looks again every month for more than three years. */
    private void assertAlwaysGood(Look look) throws GeneralSecurityException, IOException {
        var serials = new HashSet<Object>();
        for (var i = 0; i < STEPS; i++) {
            var certificate = look.look();
            certificate.checkValidity(Date.from(now.get()));
            certificate.verify(pki.authority().certificate().getPublicKey());
            var left = Duration.between(now.get(), certificate.getNotAfter().toInstant());
            assertThat(left).isBetween(Duration.ofDays(61), Duration.ofDays(365));
            serials.add(certificate.getSerialNumber());
            now.set(now.get().plus(STEP));
        }
        assertThat(serials).hasSize(4);
    }

    @Test
    void theApiServersCertificateIsRenewedWithoutARestart() throws Exception {
        assertAlwaysGood(() -> shown(server.port()));
    }

    @Test
    void aNodesServingCertificateIsRenewedWithoutARestart() throws Exception {
        var loopback = InetAddress.getLoopbackAddress();
        var own = pki.serving("node", List.of("localhost"), List.of(loopback));
        try (var node = NodeServer.start(
                new InetSocketAddress(loopback, 0),
                ServingTls.of(new KeyManager[] {own}, List.of(pki.authority().certificate())),
                Access.OPEN,
                NodeServer.Scope.HEALTH,
                content())) {
            assertAlwaysGood(() -> shown(node.port()));
        }
    }

    private NodeServer.Content content() {
        var time = Time.system();
        var client = ApiClient.over(server.transport("nobody"), "test", TokenBucket.unlimited(time), time);
        return new NodeServer.Content(
                Map.of(),
                client,
                new PrometheusRegistry(),
                JsonNodeFactory.instance.objectNode(),
                false,
                InstantSource.system());
    }

    @Test
    void aClientsCertificateIsRenewedWhileItIsUsed() throws Exception {
        var client = pki.client("kube-apiserver-kubelet-client", List.of("system:masters"));
        assertAlwaysGood(() -> chain(client)[0]);
    }

    private static X509Certificate[] chain(RenewedIdentity client) {
        var alias = client.chooseClientAlias(new String[] {"RSA", "EC"}, null, null);
        return Objects.requireNonNull(client.getCertificateChain(alias));
    }

    @Test
    void aHandshakeThatBeganWithTheOldCertificateEndsWithIt() {
        var client = pki.client("somebody", List.of());
        var alias = client.chooseClientAlias(new String[] {"EC"}, null, null);
        var certificate = client.identity().certificate();
        now.set(start.plus(Duration.ofDays(300)));
        assertThat(client.chooseClientAlias(new String[] {"EC"}, null, null)).isNotEqualTo(alias);
        assertThat(client.getCertificateChain(alias)).startsWith(certificate);
        assertThat(client.getPrivateKey(alias)).isNotNull();
    }

    @Test
    void nothingOutlivesItsAuthority() {
        now.set(start.plus(Duration.ofDays(3600)));
        var certificate = pki.client("late", List.of()).identity().certificate();
        assertThat(certificate.getNotAfter())
                .isEqualTo(pki.authority().certificate().getNotAfter());
        assertThat(Duration.between(start, certificate.getNotAfter().toInstant()))
                .isEqualTo(Duration.ofDays(3650));
    }
}
