package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.isNamed;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.runtime.ProgramContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that die after a write, at every write in turn, and whose successors find everything in order. */
// Acceptance: kills
// Acceptance of production: takeover, lease-back
@Timeout(180)
class ControllerCrashTest {
    /** Lets so many writes pass; the next ones are done, but the one who asked never hears of it, and then nothing is. */
    private static final class Dying implements Transport {
        private final Transport transport;
        private final AtomicInteger left;
        private final CountDownLatch dead = new CountDownLatch(1);

        Dying(Transport transport, int writes) {
            this.transport = transport;
            this.left = new AtomicInteger(writes);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            // Events are for people; they do not say what was done.
            if (request.method().equals("GET") || request.target().contains("/events")) return transport.send(request);
            var rest = left.getAndDecrement();
            if (rest > 0) return transport.send(request);
            if (rest == 0) transport.send(request);
            dead.countDown();
            throw new IOException("the connection is gone");
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return transport.open(request);
        }

        @Override
        public void close() {}
    }

    private static boolean isComplete(JsonNode deployment, String image) {
        var status = deployment.path("status");
        return text(deployment, "/spec/template/spec/containers/0/image").equals(image)
                && status.path("observedGeneration").asLong()
                        == deployment.at("/metadata/generation").asLong()
                && status.path("updatedReplicas").asInt() == 3
                && status.path("replicas").asInt() == 3
                && status.path("availableReplicas").asInt() == 3;
    }

    private static long of(Collection<? extends JsonNode> pods, String app) {
        return pods.stream()
                .filter(pod -> text(pod, "/metadata/labels/app").equals(app))
                .count();
    }

    @Test
    @DisplayName("killed after any write, nothing is lost and no pod is made twice")
    void killedAfterEveryWrite(@TempDir Path folder) throws Exception {
        try (var cluster = new Cluster(folder, 2)) {
            var pods = cluster.seen(ApiResource.PODS);
            cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 3, ""));
            cluster.create(ApiResource.STATEFUL_SETS, Workloads.replicated("db", 2, ""));
            cluster.create(ApiResource.DAEMON_SETS, """
                    {"metadata":{"name":"agent"},"spec":{"selector":{"matchLabels":{"app":"agent"}},"template":%s}}""".formatted(Workloads.template("agent", "i:1")));
            cluster.create(ApiResource.JOBS, """
                    {"metadata":{"name":"sum"},"spec":{"completions":2,"parallelism":2,"template":{
                     "metadata":{"labels":{"app":"sum"}},
                     "spec":{"restartPolicy":"Never","terminationGracePeriodSeconds":0,
                      "containers":[{"name":"c","image":"i"}]}}}}""");
            // Each life is long enough for one write, and that one is not answered.
            for (var life = 0; life < 40; life++) live(cluster, life % 3, life);
            try (var _ = cluster.controllers()) {
                await(cluster, "i:1");
                assertThat(of(pods.all(), "web")).isEqualTo(3);
                assertThat(pods.everSeen()).as("pods that were ever made").isEqualTo(3 + 2 + 2 + 2);
            }
            cluster.merge(ApiResource.DEPLOYMENTS, "web", Workloads.image("i:2"));
            for (var life = 0; life < 30; life++) live(cluster, life % 2, 100 + life);
            try (var _ = cluster.controllers()) {
                await(cluster, "i:2");
                pods.awaitAll("the new pods alone", all -> of(all, "web") == 3);
                assertThat(pods.everSeen()).as("pods that were ever made").isEqualTo(3 + 2 + 2 + 2 + 3);
                cluster.seen(ApiResource.REPLICA_SETS).awaitAll("both sets", all -> all.size() == 2);
            }
            assertThat(cluster.defects()).isEmpty();
        }
    }

    /** Controllers until they die of a write, or have nothing to write. */
    private static void live(Cluster cluster, int writes, int seed) throws InterruptedException {
        var transport = new Dying(cluster.transport(), writes);
        try (var controllers = new Controllers(
                transport,
                ControllerSettings.DEFAULT,
                new ProgramContext(Time.system(), new Random(seed), cluster.reporter()))) {
            controllers.start();
            // One that has nothing left to do does not die; then it is simply stopped.
            if (!transport.dead.await(300, TimeUnit.MILLISECONDS)) return;
        }
    }

    private static void await(Cluster cluster, String image) throws InterruptedException {
        cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, image));
        cluster.seen(ApiResource.STATEFUL_SETS)
                .await("db", each -> each.at("/status/readyReplicas").asInt() == 2);
        cluster.seen(ApiResource.DAEMON_SETS)
                .await("agent", each -> each.at("/status/numberReady").asInt() == 2);
        cluster.seen(ApiResource.JOBS)
                .await("sum", each -> each.at("/status/active").asInt() == 2);
    }

    @Test
    @DisplayName("of two processes one leads, and the other takes over when it stops")
    void leaderElection(@TempDir Path folder) throws Exception {
        var lease = new ObjectName("kube-system", "kube-controller-manager");
        var times = new LeaseTimes(Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofMillis(200));
        try (var cluster = new Cluster(folder, 1)) {
            var settings = ControllerSettings.DEFAULT;
            var first =
                    cluster.controllers(settings.with(new ControllerSettings.Election.ByLease(lease, "one", times)));
            cluster.seen(ApiResource.LEASES)
                    .await(
                            "one leads",
                            each -> isNamed(each, lease.name())
                                    && text(each, "/spec/holderIdentity").equals("one"));
            try (var second =
                    cluster.controllers(settings.with(new ControllerSettings.Election.ByLease(lease, "two", times)))) {
                cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 3, ""));
                cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, "i:1"));
                assertThat(first.isLeading()).isTrue();
                assertThat(second.isLeading()).isFalse();
                first.close();
                cluster.seen(ApiResource.LEASES)
                        .await(
                                "two leads",
                                each -> text(each, "/spec/holderIdentity").equals("two"));
                cluster.merge(ApiResource.DEPLOYMENTS, "web", Workloads.image("i:2"));
                cluster.seen(ApiResource.DEPLOYMENTS).await("web", each -> isComplete(each, "i:2"));
                assertThat(cluster.seen(ApiResource.PODS).everSeen()).isEqualTo(6);
            }
            assertThat(cluster.defects()).isEmpty();
        }
    }
}
