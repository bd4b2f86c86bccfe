package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.components.ComponentEndpoints;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.http.SchedulerPages;
import dev.plimsoll.store.memory.MemoryStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of Kubernetes clients: component-statuses
/** {@code componentstatuses} of whole clusters: what they show is found out, not assumed. */
// Acceptance of production: component-health
@Timeout(120)
class ComponentHealthTest {
    private static final ApiResource STATUSES = ApiResource.clustered("", "v1", "componentstatuses", "ComponentStatus");
    private static final String TOKEN = "secret-token";
    /** Nobody listens there, and nobody but the machine's owner could. */
    private static final URI NOWHERE = URI.create("https://127.0.0.1:1/healthz");

    private final Queue<String> defects = new ConcurrentLinkedQueue<>();

    @AfterEach
    void noDefects() {
        assertThat(defects).isEmpty();
    }

    /** Each component's status of the condition, and its message. */
    private static Map<String, String> shown(ApiClient client) {
        var list = client.list(STATUSES, ObjectSelection.ALL, Page.ALL).done().orElseThrow();
        var shown = new TreeMap<String, String>();
        for (var each : list.items()) {
            var condition = each.at("/conditions/0");
            shown.put(
                    each.at("/metadata/name").asText(),
                    condition.path("status").asText() + " "
                            + condition.path("message").asText());
        }
        return shown;
    }

    private ClusterLog log() {
        return new ClusterLog() {
            @Override
            public void step(String what, Duration took) {}

            @Override
            public void tell(String problem) {}

            @Override
            public void defect(String where, Throwable problem) {
                defects.add(where + ": " + problem);
            }
        };
    }

    @Test
    @DisplayName("in one process: the programs themselves are asked")
    void oneProcess() throws Exception {
        var plan = new ClusterPlan(
                new Storage.Memory(),
                "127.0.0.1",
                0,
                TOKEN,
                FeatureGates.DEFAULT,
                List.of(NodeGroup.of("node", 1, MachineNotation.literal("1s1n4c1t,memory=8Gi"))));
        try (var cluster = Cluster.start(plan.withAutoscalerSpeed(0), log())) {
            assertThat(shown(cluster.client()))
                    .isEqualTo(Map.of("controller-manager", "True ok", "etcd-0", "True ok", "scheduler", "True ok"));
        }
    }

    /** An API server whose other programs run elsewhere. */
    private final class Separate implements AutoCloseable {
        private final MemoryStore store = new MemoryStore();
        private final Pki pki = Pki.inMemory(Instant.now());
        private final ApiServer server;
        private final ApiClient client;

        Separate(URI scheduler) {
            server = ApiServer.start(
                    store,
                    pki,
                    new ApiServerSettings(
                            "127.0.0.1",
                            0,
                            true,
                            Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                            FeatureGates.DEFAULT,
                            InstantSource.system(),
                            new Random(1),
                            () -> UUID.randomUUID().toString(),
                            ApiServerSettings.Extras.DEFAULT.with(new ComponentEndpoints(scheduler, NOWHERE))),
                    defect -> defects.add(defect.toString()));
            client = ApiClient.over(
                    server.transport(TOKEN), "integration/1", TokenBucket.unlimited(Time.system()), Time.system());
        }

        Scheduler scheduler(SchedulerSettings settings) {
            var scheduler = new Scheduler(client, settings, context());
            scheduler.start();
            return scheduler;
        }

        Controllers controllers(ControllerSettings.Election election) {
            var controllers =
                    new Controllers(server.transport(TOKEN), ControllerSettings.DEFAULT.with(election), context());
            controllers.start();
            return controllers;
        }

        private ProgramContext context() {
            return new ProgramContext(Time.system(), new Random(3), ReportedDefects.asTexts(defects::add));
        }

        void awaitHolder(String lease, String holder) throws InterruptedException {
            try (var leases = new Observed(client, ApiResource.LEASES)) {
                leases.await(
                        lease + " of " + holder,
                        each -> each.at("/metadata/name").asText().equals(lease)
                                && each.at("/spec/holderIdentity").asText().equals(holder));
            }
        }

        @Override
        public void close() {
            server.close();
            store.close();
        }
    }

    @Test
    @DisplayName(
            "programs elsewhere: a leader that holds its Lease is healthy, and is not any more when it has given it back")
    void leaders() throws Exception {
        try (var cluster = new Separate(NOWHERE)) {
            var election = ControllerSettings.Election.ByLease.usual("one", LeaseTimes.DEFAULT);
            try (var _ = cluster.scheduler(SchedulerSettings.ALONE
                            .withElection(SchedulerSettings.Election.DEFAULT)
                            .withIdentity("two"));
                    var _ = cluster.controllers(election)) {
                cluster.awaitHolder("kube-scheduler", "two");
                cluster.awaitHolder("kube-controller-manager", "one");
                assertThat(shown(cluster.client))
                        .containsEntry("scheduler", "True ok")
                        .containsEntry("controller-manager", "True ok");
            }
            var after = shown(cluster.client);
            assertThat(after.get("scheduler")).startsWith("False nobody holds the Lease kube-system/kube-scheduler; ");
            assertThat(after.get("controller-manager"))
                    .startsWith("False nobody holds the Lease kube-system/kube-controller-manager; Get \"" + NOWHERE);
            assertThat(after).containsEntry("etcd-0", "True ok");
        }
    }

    private static ObjectNode lease(Instant renewed) {
        var text = """
                {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"kube-scheduler","namespace":"kube-system"},
                "spec":{"holderIdentity":"gone","leaseDurationSeconds":15,"renewTime":"%s"}}""".formatted(renewed);
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @Test
    @DisplayName("a leader that was killed is unhealthy when its Lease has ended")
    void silentLeader() {
        try (var cluster = new Separate(NOWHERE)) {
            var made = cluster.client.create(ApiResource.LEASES, lease(Instant.parse("2026-01-02T03:04:05.000001Z")));
            assertThat(made).isInstanceOf(RequestResult.Done.class);
            assertThat(shown(cluster.client).get("scheduler"))
                    .startsWith("False the Lease kube-system/kube-scheduler of gone ended at 2026-01-02T03:04:20");
            var name = new ObjectName("kube-system", "kube-scheduler");
            var current = cluster.client.get(ApiResource.LEASES, name).done().orElseThrow();
            current.set(
                    "spec", lease(Instant.parse("2100-01-02T03:04:05.000001Z")).path("spec"));
            assertThat(cluster.client.update(ApiResource.LEASES, current)).isInstanceOf(RequestResult.Done.class);
            assertThat(shown(cluster.client)).containsEntry("scheduler", "True ok");
        }
    }

    @Test
    @DisplayName("a program without rivals holds no Lease: its health page says how it is")
    void healthPage() throws Exception {
        var own = Pki.inMemory(Instant.now());
        var tls = ServingTls.of(
                new KeyManager[] {own.serving("scheduler", List.of("elsewhere"), List.of())},
                List.of(own.authority().certificate()));
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var pages = HttpService.bound("scheduler", any, tls);
                var cluster = new Separate(URI.create("https://127.0.0.1:" + pages.port() + "/healthz"))) {
            var scheduler = cluster.scheduler(SchedulerSettings.ALONE);
            pages.serve(pages.pages(SchedulerPages.of(scheduler)));
            assertThat(shown(cluster.client)).containsEntry("scheduler", "True ok");
            scheduler.close();
            assertThat(shown(cluster.client).get("scheduler"))
                    .startsWith("False nobody holds the Lease")
                    .endsWith("/healthz\": status 500: the scheduling loop has ended");
        }
    }
}
