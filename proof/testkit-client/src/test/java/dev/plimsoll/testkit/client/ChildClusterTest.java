package dev.plimsoll.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(scheduler.shutdownNow()).isEmpty();
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
}
