package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.admission.AdmissionController;
import dev.plimsoll.autoscaler.admission.AdmissionReviews;
import dev.plimsoll.autoscaler.admission.FileIdentity;
import dev.plimsoll.autoscaler.admission.PemFiles;
import dev.plimsoll.autoscaler.admission.ServingIdentity.Speech;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of the webhook's certificate change while an API server calls it: vpa.md §5.1. */
// Acceptance of the autoscaler: certificates
@Timeout(120)
class CertificateReloadTest {
    @TempDir
    private Path folder;

    private final TestCluster cluster = new TestCluster();
    private final Queue<String> troubles = new ConcurrentLinkedQueue<>();
    private final SynchronousQueue<Boolean> wakes = new SynchronousQueue<>();
    private AdmissionController admission;
    private int pods;

    /** Sleeps until it is woken. */
    private final class Woken implements Time {
        @Override
        public Instant instant() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            wakes.take();
        }
    }

    @BeforeEach
    void serve() throws IOException, GeneralSecurityException, InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("Initial", "{}");
        cluster.recommend("""
                {"containerRecommendations":[{"containerName":"main","target":{"cpu":"700m","memory":"200Mi"}}]}""");
        cluster.started();
        write(Authority.create("first", Instant.now()));
        var files = new PemFiles(folder.resolve("cert.pem"), folder.resolve("key.pem"), folder.resolve("ca.pem"));
        var identity = new FileIdentity(files, true, new Speech(List.of("TLSv1.3"), List.of()), troubles::add);
        var settings = Parts.admission(identity);
        var reviews = new AdmissionReviews(
                cluster.client, cluster.cluster, settings, new Metrics().admission(), Time.system(), troubles::add);
        admission = new AdmissionController(cluster.client, settings, reviews, new Woken());
        admission.start();
    }

    @AfterEach
    void close() {
        admission.close();
        cluster.close();
    }

    private void write(Authority authority) throws IOException {
        var own = authority.server("webhook", List.of("localhost"), List.of(Parts.HERE), Instant.now());
        Files.writeString(folder.resolve("cert.pem"), Pem.of(own.certificate()));
        Files.writeString(folder.resolve("key.pem"), Pem.of(own.key()));
        Files.writeString(folder.resolve("ca.pem"), Pem.of(authority.certificate()));
    }

    /** The files are looked at once, and all that follows from it is done. */
    private void look() throws InterruptedException {
        wakes.put(true);
        wakes.put(true); // taken when the turn before is over
    }

    private boolean isReached() {
        var pod = cluster.pod("web-1-" + pods++, "", "[{\"name\":\"main\",\"image\":\"i\"}]");
        return pod.at("/spec/containers/0/resources/requests/cpu").asText().equals("700m");
    }

    @Test
    void aNewCertificateOfANewAuthorityIsServedAndTold() throws IOException, InterruptedException {
        assertThat(isReached()).isTrue();
        write(Authority.create("second", Instant.now()));
        look();
        assertThat(isReached()).isTrue();
        assertThat(troubles).isEmpty();
    }

    @Test
    void filesThatCannotBeReadLeaveTheOldCertificateInUse() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("key.pem"), "no key");
        look();
        assertThat(isReached()).isTrue();
        assertThat(troubles).isNotEmpty().allMatch(said -> said.contains("holds no private key in PEM form"));
    }

    @Test
    void aKeyThatIsNotOfItsCertificateIsNotServed() throws IOException, InterruptedException {
        var other = Authority.create("other", Instant.now()).server("x", List.of(), List.of(Parts.HERE), Instant.now());
        Files.writeString(folder.resolve("key.pem"), Pem.of(other.key()));
        look();
        assertThat(isReached()).as("half of the files were written").isTrue();
        assertThat(troubles).isNotEmpty().allMatch(said -> said.contains("does not belong to the certificate"));
    }
}
