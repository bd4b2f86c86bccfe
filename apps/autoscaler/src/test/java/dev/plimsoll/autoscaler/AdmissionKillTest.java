package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.admission.AdmissionController;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The webhook dies while an API server waits for its answer, and another one takes its place. */
// Acceptance of the autoscaler: kills
class AdmissionKillTest {
    private final TestCluster cluster = new TestCluster();
    private final Authority authority = Authority.create("webhook-ca", Instant.now());

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Stands still at the first review, as a process does that is about to be killed. */
    private static final class Stopping implements Time {
        private final CountDownLatch reached = new CountDownLatch(1);

        @Override
        public Instant instant() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            reached.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // killed
            }
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }

    private AdmissionController admission(Time time) throws GeneralSecurityException, IOException {
        var settings = Parts.admission(Parts.identity(authority));
        var reviews = new Parts(cluster).reviews(settings, time);
        var admission = new AdmissionController(cluster.client, settings, reviews, Time.system());
        admission.start();
        return admission;
    }

    private ObjectNode pod(String name) {
        return cluster.pod(name, "", "[{\"name\":\"main\",\"image\":\"i\"}]");
    }

    private static String cpu(ObjectNode pod) {
        return pod.at("/spec/containers/0/resources/requests/cpu").asText();
    }

    private String registered() {
        return cluster.client
                .get(AutoscalerResources.WEBHOOKS, ObjectName.ofCluster("vpa-webhook-config"))
                .done()
                .orElseThrow()
                .at("/webhooks/0/clientConfig/url")
                .asText();
    }

    @Test
    void noPodIsLostAndTheNextOneGetsItsValuesFromTheNextProcess() throws Exception {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("Initial", "{}");
        cluster.recommend("""
                {"containerRecommendations":[{"containerName":"main","target":{"cpu":"700m","memory":"200Mi"}}]}""");
        cluster.started();
        var stopping = new Stopping();
        var first = admission(stopping);
        var before = registered();
        var made = new FutureTask<>(() -> pod("web-1-a"));
        Thread.ofVirtual().start(made);
        assertThat(stopping.reached.await(30, TimeUnit.SECONDS)).isTrue();
        first.close();
        assertThat(cpu(made.get(60, TimeUnit.SECONDS)))
                .as("as its template says")
                .isEmpty();
        assertThat(cpu(pod("web-1-b"))).as("while nobody listens").isEmpty();
        try (var second = admission(Time.system())) {
            assertThat(registered()).isNotEqualTo(before).endsWith(":" + second.port() + "/");
            assertThat(cpu(pod("web-1-c"))).isEqualTo("700m");
        }
    }
}
