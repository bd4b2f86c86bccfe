package dev.plimsoll.testkit.client;

import static dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.client.process.ClusterClasses;
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The kit for older Java: the same cluster, in another process. */
@ExtendWith(ClusterClasses.class)
@PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
class ChildClusterTest {
    private static final String WEB = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              nodeName: node-0
              containers:
              - name: app
                image: app:1
                resources: {requests: {cpu: "1", memory: 1Gi}, limits: {memory: 2Gi}}
            """;

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ChildClusterTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    private Pod runs() {
        cluster.applyText(WEB);
        return cluster.await(
                Pod.class,
                "default",
                "web",
                pod -> "Running".equals(pod.getStatus().getPhase()));
    }

    private io.fabric8.kubernetes.client.dsl.PodResource web() {
        return kubernetes.pods().inNamespace("default").withName("web");
    }

    @Test
    void hoursPassAtOnceAndALostNodeIsNoticed() {
        var before = cluster.now();
        cluster.stopNode("node-1");
        cluster.advance(Duration.ofHours(1));
        assertThat(cluster.now()).isAfterOrEqualTo(before.plus(Duration.ofHours(1)));
        var conditions = kubernetes.nodes().withName("node-1").get().getStatus().getConditions();
        assertThat(conditions)
                .anyMatch(each ->
                        each.getType().equals("Ready") && each.getStatus().equals("Unknown"));
    }

    @Test
    void tasksOfTheOperatorRunOnTheClustersTime() {
        var scheduler = cluster.scheduler();
        var begun = cluster.now();
        var ran = new ArrayList<Long>();
        var task = scheduler.scheduleAtFixedRate(
                () -> ran.add(Duration.between(begun, cluster.now()).toMinutes()), 5, 5, TimeUnit.MINUTES);
        cluster.advance(Duration.ofMinutes(21));
        assertThat(ran).containsExactly(5L, 10L, 15L, 20L);
        assertThat(task.isDone()).isFalse();
        assertThat(scheduler.shutdownNow()).containsExactly((Runnable) task);
    }

    @Test
    void aSchedulerThatIsShutDownWaitsForNoTime() throws InterruptedException {
        var scheduler = cluster.scheduler();
        var ran = new ArrayList<String>();
        var later = scheduler.schedule(() -> ran.add("later"), 1, TimeUnit.HOURS);
        var again = scheduler.scheduleWithFixedDelay(() -> ran.add("again"), 2, 2, TimeUnit.HOURS);
        var cancelled = scheduler.schedule(() -> ran.add("cancelled"), 3, TimeUnit.HOURS);
        assertThat(cancelled.cancel(false)).isTrue();
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(later.isCancelled()).isTrue();
        assertThat(again.isCancelled()).isTrue();
        cluster.advance(Duration.ofHours(4));
        assertThat(ran).isEmpty();
        assertThatThrownBy(() -> scheduler.execute(() -> ran.add("too late"))).hasMessage("the scheduler is shut down");
    }

    @Test
    void timeWaitsForExecutorsOfTheOperator() {
        var executor = Executors.newSingleThreadExecutor();
        try {
            var counted = cluster.settleWith(executor);
            var seen = new ArrayList<Duration>();
            var begun = cluster.now();
            var task = cluster.scheduler()
                    .schedule(
                            () -> counted.execute(() -> {
                                web().get(); // a request in the midst of the work
                                seen.add(Duration.between(begun, cluster.now()));
                            }),
                            10,
                            TimeUnit.MINUTES);
            cluster.advance(Duration.ofHours(1));
            assertThat(task.isDone()).isTrue();
            assertThat(seen).singleElement().satisfies(at -> assertThat(at).isLessThan(Duration.ofMinutes(11)));
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void faultsComeAndGo() {
        runs();
        try (var fault = cluster.inject(
                ApiFault.serverError().onVerb("delete").onResource("pods").times(1))) {
            assertThat(fault).isNotNull();
            kubernetes.pods().inNamespace("default").resources().forEach(pod -> pod.get());
        }
        var veto = cluster.inject("node-0", NodeFault.slow(Duration.ofSeconds(3)), NodeFault.fail("not today"));
        cluster.restartNode("node-0");
        veto.close();
        cluster.clearFaults("node-0");
        assertThat(cluster.await(web(), Duration.ofSeconds(30), pod -> true)
                        .getMetadata()
                        .getName())
                .isEqualTo("web");
    }

    @Test
    void aContainerThatLeaksFromNowOnIsKilled() {
        runs();
        cluster.use("default", "web", "app", "memory=leak 1Gi 100Mi", "cpu=constant 900m");
        cluster.advance(Duration.ofMinutes(1));
        var killed = cluster.await(
                web(),
                Duration.ofSeconds(30),
                pod -> pod.getStatus().getContainerStatuses().get(0).getRestartCount() > 0);
        assertThat(killed.getStatus()
                        .getContainerStatuses()
                        .get(0)
                        .getLastState()
                        .getTerminated()
                        .getReason())
                .isEqualTo("OOMKilled");
        assertThatThrownBy(() -> cluster.use("default", "web", "app", "cpu=much"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a profile");
    }

    @Test
    void aResizeThatFitsNoNodeIsRefused() {
        runs();
        var growth = "{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"requests\":{\"cpu\":\"100\"}}}]}}";
        assertThatThrownBy(() -> web().subresource("resize").patch(growth))
                .hasMessageContaining("node didn't have enough allocatable resources: cpu");
    }

    @Test
    void anAccountMayWhatRolesAllow() {
        var limited = cluster.fabric8As("default", "operator");
        assertThatThrownBy(() -> limited.pods().inNamespace("default").list())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("forbidden");
    }

    @Test
    void mistakesSayWhatIsWrong() {
        assertThatThrownBy(() -> cluster.stopNode("node-9")).hasMessageContaining("node-9");
        assertThatThrownBy(() -> cluster.applyText("kind: Pod")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cluster.await(Pod.class, "nowhere", "web", pod -> true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("there is no namespace nowhere");
        assertThatThrownBy(() -> cluster.await(
                        kubernetes.pods().inNamespace("nowhere").withName("web"), Duration.ofMinutes(5), pod -> true))
                .hasMessageContaining("there is no namespace nowhere");
        assertThatThrownBy(() -> cluster.await(web(), Duration.ofMillis(200), pod -> true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("there was no such object");
        assertThat(cluster.state()).contains("node-0");
    }

    @Test
    void allClustersShareOneProcess() {
        try (var other = TestCluster.builder()
                .nodes(0)
                .nodeGroup("small", 1, "1s1n2c1t,memory=4Gi")
                .time(ClusterTime.REAL)
                .start()) {
            assertThat(other.processId()).isEqualTo(cluster.processId());
            assertThat(other.fabric8().nodes().list().getItems())
                    .extracting(node -> node.getMetadata().getName())
                    .isEqualTo(List.of("small-0"));
            assertThatThrownBy(other::scheduler).hasMessageContaining("on real time");
        }
    }

    private static final String RESIZE =
            "{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"requests\":{\"cpu\":\"%s\"}}}]}}";

    @Test
    void documentsAreWaitedForHere() {
        cluster.applyText(WEB);
        var pod = cluster.awaitPod(
                "default", "web", seen -> seen.at("/status/phase").asText().equals("Running"));
        assertThat(pod.at("/spec/containers/0/name").asText()).isEqualTo("app");
        assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt()).isZero();
        assertThat(pod.at("/status/nothing/0").isMissingNode()).isTrue();
        assertThat(cluster.awaitAny(ApiResource.PODS, "default", seen -> true)
                        .at("/metadata/name")
                        .asText())
                .isEqualTo("web");
        assertThat(cluster.events(ApiResource.PODS, new ObjectName("default", "web")))
                .anyMatch(event -> event.path("reason").asText().equals("Started"));
        assertThatThrownBy(() -> cluster.within(Duration.ofSeconds(1)).awaitPod("default", "web", seen -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("did not become as expected within 1 s")
                .hasMessageContaining("last writes");
        assertThatThrownBy(() -> cluster.awaitPod("default", "web", seen -> {
                    throw new UnsupportedOperationException("of the test");
                }))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("of the test");
        web().withGracePeriod(0).delete();
        cluster.awaitGone(ApiResource.PODS, new ObjectName("default", "web"));
    }

    @Test
    void podsAreAssertedHere() {
        cluster.applyText(WEB);
        assertThatPod(cluster, "default", "web").isRunning().isOn("node-0").hasEvent("Started");
        web().subresource("resize").patch(RESIZE.formatted("2"));
        assertThatPod(cluster, "default", "web")
                .isResizedTo("app", "cpu", "2000m")
                .wasNotRestarted();
        cluster.fill("node-0", "1", "1Gi");
        web().subresource("resize").patch(RESIZE.formatted("5"));
        assertThatPod(cluster, "default", "web").isDeferred();
    }

    @Test
    void aWebhookOfTheTestIsAsked() {
        try (var webhook = cluster.webhook(
                        request -> request.at("/object/metadata/name").asText().equals("web")
                                ? LocalWebhook.denied("no web here")
                                : LocalWebhook.patched(
                                        "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"seen\":\"yes\"}}]"))
                .mutates("", "v1", "pods", "CREATE")) {
            assertThat(webhook.authority()).contains("BEGIN CERTIFICATE");
            assertThatThrownBy(() -> cluster.applyText(WEB)).hasMessageContaining("no web here");
            cluster.applyText(WEB.replace("name: web", "name: other"));
            assertThat(cluster.awaitPod("default", "other", pod -> true)
                            .at("/metadata/labels/seen")
                            .asText())
                    .isEqualTo("yes");
        }
        runs();
    }

    @Test
    void nodesHavePoliciesOfTheirOwn() {
        try (var other = TestCluster.builder()
                .nodes(1)
                .nodeGroup(TestNodeGroup.of("numa", 1, "1s2n4c1t,memory=8Gi")
                        .withCpuPolicy("static", "1")
                        .withTopologyPolicy("single-numa-node", "pod")
                        .withLabels("disk=ssd"))
                .start()) {
            var node = other.await(ApiResource.NODES, ObjectName.ofCluster("numa-0"), seen -> true);
            assertThat(node.at("/metadata/labels/disk").asText()).isEqualTo("ssd");
            other.applyText(WEB.replace("node-0", "numa-0")
                    .replace(
                            "{cpu: \"1\", memory: 1Gi}, limits: {memory: 2Gi}",
                            "{cpu: \"5\", memory: 1Gi}, limits: {cpu: \"5\", memory: 1Gi}"));
            var refused = other.awaitPod(
                    "default", "web", pod -> pod.at("/status/phase").asText().equals("Failed"));
            assertThat(refused.at("/status/reason").asText()).isEqualTo("TopologyAffinityError");
        }
    }
}
