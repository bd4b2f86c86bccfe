package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: jobs
/** What the command of a container does to the container, its pod and whoever made the pod. */
@PlimsollCluster(time = ClusterTime.VIRTUAL)
class ContainerCommandsTest {
    private static final ApiResource JOBS = ApiResource.namespaced("batch", "v1", "jobs", "Job");
    private static final ApiResource CRON_JOBS = ApiResource.namespaced("batch", "v1", "cronjobs", "CronJob");
    /** Of steps of a second: longer than anything here takes. */
    private static final int MOST_STEPS = 600;

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ContainerCommandsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void tidy() {
        kubernetes.batch().v1().cronjobs().inNamespace("default").delete();
        kubernetes.batch().v1().jobs().inNamespace("default").delete();
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    private void pod(String name, String more) {
        pod(name, "", more);
    }

    /** @param finalizer keeps what is left of it for somebody to look at */
    private void pod(String name, String finalizer, String more) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, finalizers: [%s]}
                spec:
                  %s
                """.formatted(name, finalizer, more.replace("\n", "\n  ")));
    }

    private void letGo(String name) {
        kubernetes.pods().inNamespace("default").withName(name).edit(pod -> {
            pod.getMetadata().setFinalizers(List.of());
            return pod;
        });
        cluster.awaitGone(ApiResource.PODS, named(name));
    }

    private static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    /** Lets time pass second by second until an object is as it should be. */
    private ObjectNode passUntil(ApiResource resource, String name, Predicate<ObjectNode> condition) {
        for (var step = 0; step < MOST_STEPS; step++) {
            var found = cluster.client().get(resource, named(name)).done();
            if (found.isPresent() && condition.test(found.get())) return found.get();
            cluster.pass(Duration.ofSeconds(1));
        }
        return cluster.await(resource, named(name), condition);
    }

    private static boolean isComplete(ObjectNode job, String condition) {
        for (var each : job.at("/status/conditions"))
            if (each.path("type").asText().equals(condition))
                return each.path("status").asText().equals("True");
        return false;
    }

    private List<ObjectNode> podsOf(String job) {
        return cluster
                .client()
                .list(ApiResource.PODS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items()
                .stream()
                .filter(pod -> pod.at("/metadata/labels/job-name").asText().equals(job))
                .toList();
    }

    private static Predicate<ObjectNode> waitsFor(String reason) {
        return pod -> pod.at("/status/containerStatuses/0/state/waiting/reason")
                .asText()
                .equals(reason);
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/containerStatuses/0/state").has("running");
    }

    private static Duration age(ObjectNode pod) {
        var ended = pod.at("/status/containerStatuses/0/state/terminated");
        return Duration.between(
                Instant.parse(ended.path("startedAt").asText()),
                Instant.parse(ended.path("finishedAt").asText()));
    }

    @Test
    @DisplayName("a Job of pods that sleep 30 seconds, two at a time, is complete when three have")
    void job() {
        apply("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: naps}
                spec:
                  completions: 3
                  parallelism: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: busybox, command: [sleep, "30"]}]
                """);
        var began = cluster.now();
        var job = passUntil(JOBS, "naps", seen -> isComplete(seen, "Complete"));
        assertThat(job.at("/status/succeeded").asInt()).isEqualTo(3);
        assertThat(Duration.between(began, cluster.now())).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
        assertThat(podsOf("naps")).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.at("/status/phase").asText()).isEqualTo("Succeeded");
            assertThat(age(pod)).isEqualTo(Duration.ofSeconds(30));
        });
    }

    @Test
    @DisplayName("a Job whose command fails ends when its backoffLimit is used up, with the code in the pods' status")
    void failingJob() {
        apply("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: broken}
                spec:
                  backoffLimit: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: busybox, command: [sh, -c, "echo broken >&2; exit 3"]}]
                """);
        var job = passUntil(JOBS, "broken", seen -> isComplete(seen, "Failed"));
        assertThat(job.at("/status/conditions").toString()).contains("BackoffLimitExceeded");
        assertThat(podsOf("broken")).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.at("/status/phase").asText()).isEqualTo("Failed");
            var ended = pod.at("/status/containerStatuses/0/state/terminated");
            assertThat(ended.path("exitCode").asInt()).isEqualTo(3);
            assertThat(ended.path("reason").asText()).isEqualTo("Error");
        });
    }

    @Test
    @DisplayName("a CronJob runs each minute, and what it runs ends")
    void cronJob() {
        apply("""
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: tick}
                spec:
                  schedule: "* * * * *"
                  jobTemplate:
                    spec:
                      template:
                        spec:
                          restartPolicy: OnFailure
                          containers: [{name: c, image: busybox, command: ["true"]}]
                """);
        var cron = passUntil(CRON_JOBS, "tick", seen -> seen.at("/status").has("lastSuccessfulTime"));
        assertThat(cron.at("/status/lastScheduleTime").asText()).isNotEmpty();
    }

    @Test
    @DisplayName("a command that fails under OnFailure is restarted, at once and then in CrashLoopBackOff")
    void crashLoop() {
        pod("loop", """
                restartPolicy: OnFailure
                containers: [{name: c, image: busybox, command: [sh, -c, "echo try; exit 1"]}]
                """);
        var waiting = passUntil(ApiResource.PODS, "loop", waitsFor("CrashLoopBackOff"));
        assertThat(waiting.at("/status/containerStatuses/0/lastState/terminated/exitCode")
                        .asInt())
                .isEqualTo(1);
        var later = passUntil(
                ApiResource.PODS,
                "loop",
                seen -> seen.at("/status/containerStatuses/0/restartCount").asInt() >= 3);
        assertThat(later.at("/status/phase").asText()).isEqualTo("Running");
        assertThat(kubernetes.pods().inNamespace("default").withName("loop").getLog())
                .isEqualTo("try\n");
    }

    @Test
    @DisplayName("what a command prints is the container's log, and what it reads is what is in force")
    void output() {
        pod("say", """
                restartPolicy: Never
                containers:
                - name: c
                  image: busybox
                  env: [{name: WHOM, value: you}]
                  command: [sh, -c]
                  args: ["echo hi $(WHOM); sleep 2; cat /sys/fs/cgroup/memory.max; i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; exit $i"]
                  resources: {limits: {memory: 64Mi, cpu: 100m}}
                """);
        var ended = passUntil(
                ApiResource.PODS,
                "say",
                seen -> seen.at("/status/phase").asText().equals("Failed"));
        assertThat(ended.at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(3);
        assertThat(age(ended)).isEqualTo(Duration.ofSeconds(2));
        assertThat(kubernetes.pods().inNamespace("default").withName("say").getLog())
                .isEqualTo("hi you\n67108864\n");
    }

    @Test
    @DisplayName(
            "a program that traps SIGTERM does what it wants to at its deletion, and has its grace period for that")
    void trap() {
        pod("trap", "example.com/look", """
                restartPolicy: Never
                terminationGracePeriodSeconds: 600
                containers:
                - name: polite
                  image: busybox
                  command: [sh, -c, "trap 'echo bye; sleep 5; exit 7' TERM; echo ready; while true; do sleep 1; done"]
                """);
        var log = kubernetes.pods().inNamespace("default").withName("trap");
        cluster.awaitPod("default", "trap", ContainerCommandsTest::isRunning);
        for (var step = 0; step < MOST_STEPS && !log.getLog().contains("ready"); step++)
            cluster.pass(Duration.ofSeconds(1));
        log.delete();
        var last = passUntil(
                ApiResource.PODS,
                "trap",
                seen -> seen.at("/status/containerStatuses/0/state").has("terminated"));
        assertThat(last.at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(7);
        letGo("trap");
    }

    @Test
    @DisplayName(
            "a program that ignores SIGTERM is killed when its grace period is over, one without a trap ends at once")
    void ignored() {
        pod("deaf", "example.com/look", """
                terminationGracePeriodSeconds: 20
                containers:
                - {name: deaf, image: busybox, command: [sh, -c, "trap '' TERM; echo deaf; sleep infinity"]}
                """);
        pod("plain", """
                terminationGracePeriodSeconds: 600
                containers:
                - {name: plain, image: busybox, command: [tail, -f, /dev/null]}
                """);
        for (var name : List.of("deaf", "plain")) cluster.awaitPod("default", name, ContainerCommandsTest::isRunning);
        var deaf = kubernetes.pods().inNamespace("default").withName("deaf");
        for (var step = 0; step < MOST_STEPS && !deaf.getLog().contains("deaf"); step++)
            cluster.pass(Duration.ofSeconds(1));
        kubernetes.pods().inNamespace("default").withName("plain").delete();
        cluster.awaitGone(ApiResource.PODS, named("plain"));
        deaf.delete();
        assertThat(isRunning(cluster.client()
                        .get(ApiResource.PODS, named("deaf"))
                        .done()
                        .orElseThrow()))
                .isTrue();
        var last = passUntil(
                ApiResource.PODS,
                "deaf",
                seen -> seen.at("/status/containerStatuses/0/state").has("terminated"));
        assertThat(last.at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(137);
        letGo("deaf");
    }

    @Test
    @DisplayName("an unknown program runs on as an application does, and an init container does not wait for one")
    void unknown() {
        pod("app", """
                initContainers:
                - {name: wait, image: busybox, command: [sh, -c, "until pg_isready -h db; do sleep 2; done; echo found"]}
                containers:
                - {name: c, image: app, command: [/app/server, --port=80]}
                - {name: d, image: app, command: [sh, -c, "mkdir -p /tmp/x && exec /app/server"]}
                """);
        cluster.awaitPod(
                "default", "app", seen -> seen.at("/status/phase").asText().equals("Running"));
        cluster.pass(Duration.ofMinutes(2));
        var pod = cluster.client().get(ApiResource.PODS, named("app")).done().orElseThrow();
        for (var container : pod.at("/status/containerStatuses")) {
            assertThat(container.path("state").has("running")).isTrue();
            assertThat(container.path("restartCount").asInt()).isZero();
        }
    }

    @Test
    @DisplayName("a program goes on where it was when the nodes' process starts again")
    void restart() {
        pod("long", """
                restartPolicy: Never
                containers: [{name: c, image: busybox, command: [sh, -c, "echo one; sleep 40; echo two; sleep 40; exit 4"]}]
                """);
        cluster.awaitPod("default", "long", ContainerCommandsTest::isRunning);
        cluster.pass(Duration.ofSeconds(50));
        cluster.restartNodes();
        var ended = passUntil(
                ApiResource.PODS,
                "long",
                seen -> seen.at("/status/phase").asText().equals("Failed"));
        assertThat(ended.at("/status/containerStatuses/0/restartCount").asInt()).isZero();
        assertThat(ended.at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(4);
        assertThat(age(ended)).isEqualTo(Duration.ofSeconds(80));
    }
}
