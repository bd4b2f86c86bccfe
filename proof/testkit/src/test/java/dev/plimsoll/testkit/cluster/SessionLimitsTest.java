package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of Kubernetes clients: proxies
// Acceptance of nodes: sessions-200, session-vanished
/** Many sessions at once, and clients that go without a word: nothing is left behind. */
@PlimsollCluster
class SessionLimitsTest {
    private static final int SESSIONS = 200;
    private static final int VANISHING = 40;

    private static void podRuns(TestCluster cluster, String name) {
        var pod = ClientJson.read("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":{"containers":[
                {"name":"c","image":"busybox","command":["sleep","100000"]}]}}""".formatted(name).getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertThat(cluster.client().create(ApiResource.PODS, pod).problem()).isEmpty();
        cluster.awaitPod(
                "default", name, seen -> seen.at("/status/phase").asText().equals("Running"));
    }

    /** Tells when something has come. */
    private static final class Counted extends OutputStream {
        private final CountDownLatch begun;
        private boolean isBegun;

        Counted(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public void write(int b) {
            if (!isBegun) begun.countDown();
            isBegun = true;
        }
    }

    private static KubernetesClient client(TestCluster cluster) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build();
    }

    @Test
    @Timeout(60)
    void parallelSessionsAreNotMixed(TestCluster cluster) throws Exception {
        podRuns(cluster, "many");
        try (var client = client(cluster);
                var threads = Executors.newFixedThreadPool(50)) {
            var results = new ArrayList<Future<String>>();
            for (var i = 0; i < SESSIONS; i++) {
                var number = i;
                results.add(threads.submit(() -> {
                    var out = new ByteArrayOutputStream();
                    try (var session = client.pods()
                            .inNamespace("default")
                            .withName("many")
                            .writingOutput(out)
                            .exec("sh", "-c", "echo " + number + "; exit " + number % 7)) {
                        var code = session.exitCode().get(60, TimeUnit.SECONDS);
                        return out.toString(StandardCharsets.UTF_8).strip() + " " + code;
                    }
                }));
            }
            for (var i = 0; i < SESSIONS; i++) assertThat(results.get(i).get()).isEqualTo(i + " " + i % 7);
        }
        nothingIsHeld(cluster);
    }

    @Test
    @Timeout(60)
    void aClientThatVanishesEndsItsSession(TestCluster cluster) throws Exception {
        podRuns(cluster, "left");
        var client = client(cluster);
        var sessions = new ArrayList<ExecWatch>();
        var begun = new CountDownLatch(VANISHING);
        for (var i = 0; i < VANISHING; i++) {
            sessions.add(client.pods()
                    .inNamespace("default")
                    .withName("left")
                    .writingOutput(new Counted(begun))
                    .exec("sh", "-c", "echo begun; sleep 1d"));
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(held(cluster)).isEqualTo(VANISHING);
        client.close(); // with everything that it had open
        for (var session : sessions) session.close();
        nothingIsHeld(cluster);
    }

    @Test
    @Timeout(60)
    void aContainerThatEndsEndsItsSessions(TestCluster cluster) throws Exception {
        podRuns(cluster, "ends");
        var begun = new CountDownLatch(1);
        try (var client = client(cluster);
                var session = client.pods()
                        .inNamespace("default")
                        .withName("ends")
                        .writingOutput(new Counted(begun))
                        .exec("sh", "-c", "echo begun; sleep 1d")) {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            client.pods()
                    .inNamespace("default")
                    .withName("ends")
                    .withGracePeriod(0)
                    .delete();
            assertThat(session.exitCode().get(60, TimeUnit.SECONDS)).isEqualTo(137);
        }
        nothingIsHeld(cluster);
    }

    /** What node and server say that they hold for clients. */
    private static double held(TestCluster cluster) {
        var sum = 0.0;
        for (var page : new String[] {"/api/v1/nodes/node-0/proxy/metrics"}) {
            for (var line : cluster.fabric8().raw(page).lines().toList()) {
                if (line.startsWith("plimsoll_node_held_streams{"))
                    sum += Double.parseDouble(line.substring(line.lastIndexOf(' ')));
            }
        }
        return sum;
    }

    private static double sessionsOfServer(TestCluster cluster) {
        return cluster.fabric8()
                .raw("/metrics")
                .lines()
                .filter(line ->
                        line.startsWith("apiserver_longrunning_requests{") && line.contains("subresource=\"exec\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static void nothingIsHeld(TestCluster cluster) throws InterruptedException {
        // Each question takes a while, so this is bounded in time too.
        for (var i = 0; i < 2_000; i++) if (held(cluster) == 0 && sessionsOfServer(cluster) == 0) return;
        assertThat(held(cluster)).isZero();
        assertThat(sessionsOfServer(cluster)).isZero();
    }
}
