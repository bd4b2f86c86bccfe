package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.webhooks.WebhookClient;
import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which webhooks are called without a network: those of this process, by who expects their certificates. */
// Acceptance of production: local-webhooks
class LocalWebhooksTest {
    private static final byte[] QUESTION = "question".getBytes(StandardCharsets.UTF_8);

    private final List<WebhookTransport.Post> sent = new ArrayList<>();
    private final LocalWebhooks webhooks = new LocalWebhooks(post -> {
        sent.add(post);
        return new WebhookTransport.Reply(200, "elsewhere".getBytes(StandardCharsets.UTF_8));
    });
    private final Pki pki = Pki.inMemory(Instant.now());
    private final String trust = Pem.of(pki.authority().certificate());
    private final InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");

    private AdmissionSettings settings() {
        var tls =
                pki.serving("webhook", List.of("localhost"), List.of(loopback)).context(null);
        return AdmissionSettings.local(
                new InetSocketAddress(loopback, 0), ServingIdentity.of(tls, trust), AutoscalerSettings.NEW);
    }

    private String asked(String url, String certificates) throws Exception {
        return asked(url, certificates, Duration.ofSeconds(60));
    }

    private String asked(String url, String certificates, Duration timeout) throws Exception {
        var bundle = Base64.getEncoder().encodeToString(certificates.getBytes(StandardCharsets.UTF_8));
        var client = new WebhookClientConfig(new WebhookEndpoint.Url(url), bundle);
        var target = new WebhookClient.Target(client, timeout, "test", 1000);
        var reply = webhooks.transport().send(new WebhookTransport.Post(URI.create(url), "", target, QUESTION));
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    @Test
    void whoIsInThisProcessIsCalled() throws Exception {
        try (var listening = webhooks.listen(settings(), question -> question)) {
            assertThat(asked("https://127.0.0.1:" + listening.port() + "/?timeout=5s", trust))
                    .isEqualTo("question");
            assertThat(sent).isEmpty();
        }
    }

    @Test
    void whoIsElsewhereIsSentTo() throws Exception {
        try (var listening = webhooks.listen(settings(), question -> question)) {
            assertThat(asked("https://127.0.0.1:" + (listening.port() + 1) + "/", trust))
                    .isEqualTo("elsewhere");
            assertThat(asked("https://localhost.example:" + listening.port() + "/", trust))
                    .isEqualTo("elsewhere");
        }
    }

    @Test
    void whoExpectsOtherCertificatesLearnsOverTheNetworkThatTheyAreNotThere() throws Exception {
        var others = Pem.of(Pki.inMemory(Instant.now()).authority().certificate());
        try (var listening = webhooks.listen(settings(), question -> question)) {
            assertThat(asked("https://127.0.0.1:" + listening.port() + "/", others))
                    .isEqualTo("elsewhere");
        }
    }

    @Test
    void aMistakeOfAWebhookIsAFailureOfIt() throws Exception {
        try (var listening = webhooks.listen(settings(), _ -> {
            throw new IllegalStateException("mistake");
        })) {
            assertThatThrownBy(() -> asked("https://127.0.0.1:" + listening.port() + "/", trust))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("mistake");
        }
    }

    @Test
    void aWebhookThatDoesNotComeToAnEndIsGivenUpAndInterrupted() throws Exception {
        var interrupted = new CountDownLatch(1);
        try (var listening = webhooks.listen(settings(), question -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                interrupted.countDown();
            }
            return question;
        })) {
            assertThatThrownBy(() -> asked("https://127.0.0.1:" + listening.port() + "/", trust, Duration.ofMillis(50)))
                    .isInstanceOf(TimeoutException.class);
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anAnswerIsBoundedAsOverTheNetwork() throws Exception {
        try (var listening = webhooks.listen(settings(), _ -> new byte[1001])) {
            assertThatThrownBy(() -> asked("https://127.0.0.1:" + listening.port() + "/", trust))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the answer is longer than 1000 bytes");
        }
    }

    @Test
    void whoHasEndedIsNotCalled() throws Exception {
        int port;
        try (var listening = webhooks.listen(settings(), question -> question)) {
            port = listening.port();
        }
        assertThat(asked("https://127.0.0.1:" + port + "/", trust)).isEqualTo("elsewhere");
    }
}
