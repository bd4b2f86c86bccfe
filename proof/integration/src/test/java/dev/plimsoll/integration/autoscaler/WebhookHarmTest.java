package dev.plimsoll.integration.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionController;
import dev.plimsoll.autoscaler.admission.AdmissionReviews;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ExtraWatches;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.integration.InProcessServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A webhook that is wrong in some way keeps no pod from being made, unless it was asked to. */
// Acceptance of the autoscaler: webhook-harm
class WebhookHarmTest {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    private final InProcessServer server = new InProcessServer();
    private final ApiClient client = server.client();
    private final Authority authority = Authority.create("webhook-ca", Instant.now());

    @AfterEach
    void close() {
        server.close();
    }

    private RequestResult<?> pod(String name) {
        return client.create(
                ApiResource.PODS,
                ClientJson.read("""
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"containers":[{"name":"c","image":"i"}]}}""".formatted(name).getBytes(StandardCharsets.UTF_8))
                        .orElseThrow());
    }

    @Test
    void aCertificateOfSomebodyElseIsNotTrustedAndDoesNoHarm() throws IOException, InterruptedException {
        var stranger = Authority.create("stranger", Instant.now());
        var settings = AdmissionSettings.local(
                new InetSocketAddress(HERE, 0), Programs.identity(stranger, authority), AutoscalerSettings.NEW);
        var time = Time.system();
        try (var cluster = new dev.plimsoll.autoscaler.cluster.ClusterState(
                client, ExtraWatches.EVERYTHING, new Quiet(), time, new Random(1))) {
            assertThat(cluster.start(Duration.ofMinutes(1))).isTrue();
            var metrics = new Metrics().admission();
            var reviews = new AdmissionReviews(client, cluster, settings, metrics, time, problem -> {
                throw new AssertionError(problem);
            });
            try (var admission = new AdmissionController(client, settings, reviews, time)) {
                admission.start();
                assertThat(pod("a").problem()).isEmpty();
                assertThat(client.get(AutoscalerResources.WEBHOOKS, ObjectName.ofCluster("vpa-webhook-config"))
                                .done())
                        .isPresent();
            }
        }
    }

    private static final class Quiet implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {}

        @Override
        public void trouble(ApiResource resource, String problem) {}

        @Override
        public void defect(RuntimeException exception) {
            throw exception;
        }
    }

    /** A server that says this to everything, or nothing until it is let go. */
    private HttpsServer answering(String body, CountDownLatch letGo) throws IOException {
        var https = HttpsServer.create(new InetSocketAddress(HERE, 0), 0);
        ServingIdentity identity = Programs.identity(authority, authority);
        https.setHttpsConfigurator(new HttpsConfigurator(identity.context()));
        https.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        https.createContext("/", exchange -> {
            try (exchange) {
                letGo.await();
                var bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // the test is over
            }
        });
        https.start();
        return https;
    }

    private void register(int port, String failurePolicy) {
        var bundle = Base64.getEncoder()
                .encodeToString(
                        Programs.identity(authority, authority).caBundle().getBytes(StandardCharsets.UTF_8));
        var outcome = client.create(
                AutoscalerResources.WEBHOOKS,
                ClientJson.read("""
                {"apiVersion":"admissionregistration.k8s.io/v1","kind":"MutatingWebhookConfiguration",
                 "metadata":{"name":"vpa-webhook-config"},"webhooks":[{"name":"vpa.k8s.io","admissionReviewVersions":["v1"],
                 "sideEffects":"None","timeoutSeconds":1,"failurePolicy":"%s","clientConfig":{"url":"https://127.0.0.1:%d/",
                 "caBundle":"%s"},"rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["pods"]}]}]}""".formatted(failurePolicy, port, bundle).getBytes(StandardCharsets.UTF_8))
                        .orElseThrow());
        assertThat(outcome.problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "{\"response\":{}}",
                "{\"response\":{\"uid\":\"another\",\"allowed\":true}}",
                "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":\"x\",\"allowed\":true,"
                        + "\"patchType\":\"JSONPatch\",\"patch\":\"bm90IGpzb24=\"}}"
            })
    void garbageFromAWebhookDoesNoHarm(String body) throws IOException {
        var https = answering(body, new CountDownLatch(0));
        try {
            register(https.getAddress().getPort(), "Ignore");
            assertThat(pod("a").problem()).isEmpty();
        } finally {
            https.stop(0);
        }
    }

    @Test
    void aWebhookThatDoesNotAnswerIsWaitedForNoLongerThanItsTimeout() throws IOException {
        var letGo = new CountDownLatch(1);
        var https = answering("{}", letGo);
        try {
            register(https.getAddress().getPort(), "Ignore");
            assertThat(pod("a").problem()).isEmpty();
        } finally {
            letGo.countDown();
            https.stop(0);
        }
    }

    @Test
    void whoAskedForFailureGetsIt() throws IOException {
        var https = answering("garbage", new CountDownLatch(0));
        try {
            register(https.getAddress().getPort(), "Fail");
            assertThat(pod("a").problem()).contains("vpa.k8s.io");
        } finally {
            https.stop(0);
        }
    }
}
