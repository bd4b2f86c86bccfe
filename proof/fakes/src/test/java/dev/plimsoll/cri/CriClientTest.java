package dev.plimsoll.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.cri.CriReply.Code;
import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.cri.usage.ResourceUsage;
import dev.plimsoll.fakes.cri.FakeRuntime;
import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: cgroup-driver
/** The client and the fake runtime over a real socket. */
// Acceptance of KEP-2837: oom-system
@Timeout(120)
// Acceptance of KEP-1287: cri-sandbox-told, cri-status
class CriClientTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456789Z");
    private static final SandboxMetadata METADATA = new SandboxMetadata("p", "u1", "default", 3);
    private static final SandboxConfig SANDBOX =
            SandboxConfig.of(METADATA, "/kubepods/podu1").withLabels(Map.of("io.kubernetes.pod.uid", "u1"));
    private static final LinuxResources RESOURCES = LinuxResources.NONE
            .withCpu(512, 50_000, 100_000)
            .withMemory(1 << 20)
            .withOomScoreAdj(-997)
            .withCpuset("0-1", "0")
            .withHugepages(Map.of("2MB", 4_194_304L))
            .withUnified(Map.of("memory.oom.group", "1"));

    @TempDir
    private Path folder;

    private FakeRuntime runtime;
    private CriClient client;

    @BeforeEach
    void start() throws IOException {
        runtime = new FakeRuntime(folder.resolve("cri.sock"), folder.resolve("cgroup"), InstantSource.fixed(NOW));
        runtime.start();
        client = new CriClient(
                folder.resolve("cri.sock"), new CallTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30)));
    }

    @AfterEach
    void close() {
        client.close();
        runtime.close();
    }

    private static <T> T ok(CriReply<T> answer) {
        return switch (answer) {
            case CriReply.Ok<T>(var value) -> value;
            case CriReply.Failed<T> failed -> throw new AssertionError(failed.toString());
        };
    }

    private String container(String sandbox) {
        ok(client.images().pull("busybox", Credentials.NONE, SANDBOX));
        return ok(client.createContainer(
                sandbox,
                ContainerConfig.of("c", 2, "busybox", RESOURCES)
                        .withLabels(Map.of("app", "x"))
                        .withAnnotations(Map.of("io.kubernetes.container.restartCount", "2"))
                        .withCommand(List.of("sleep"), List.of("1")),
                SANDBOX));
    }

    private String file(String container, String name) throws IOException {
        return Files.readString(folder.resolve("cgroup/kubepods/podu1")
                        .resolve(container)
                        .resolve(name))
                .strip();
    }

    @Test
    void theRuntimeSaysWhatItIs() {
        assertThat(ok(client.version())).isEqualTo(new RuntimeVersion("fake", "1.0.0", "v1"));
        assertThat(ok(client.status()))
                .extracting(RuntimeCondition::type)
                .containsExactly("RuntimeReady", "NetworkReady");
        assertThat(ok(client.cgroupDriver())).isEqualTo(CgroupDriver.CGROUPFS);
    }

    /** What containerd 1.6 and 1.7 say, with all that is not about cgroups left out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "systemd | SYSTEMD | {\"runc\":{\"runtimeType\":\"io.containerd.runc.v2\",\"options\":{\"SystemdCgroup\":true}}}",
                "cgroupfs | CGROUPFS | {\"runc\":{\"runtimeType\":\"io.containerd.runc.v2\",\"options\":{\"SystemdCgroup\":false}}}",
                "nothing set | CGROUPFS | {\"runc\":{\"runtimeType\":\"io.containerd.runc.v2\",\"options\":null}}",
                "not runc | | {\"runc\":{\"runtimeType\":\"io.containerd.kata.v2\"}}",
                "only another one | | {\"other\":{\"runtimeType\":\"io.containerd.runc.v2\"}}"
            })
    void aRuntimeThatDoesNotKnowTheQuestionHasItsDriverAmongItsSettings(
            String name, CgroupDriver driver, String runtimes) {
        runtime.faults().withhold("RuntimeConfig");
        runtime.tellSettings("{\"containerd\":{\"defaultRuntimeName\":\"runc\",\"runtimes\":" + runtimes + "}}");
        assertThat(client.cgroupDriver().ok()).as(name).isEqualTo(Optional.ofNullable(driver));
    }

    @Test
    void settingsOfOthersAreNotUnderstood() {
        runtime.faults().withhold("RuntimeConfig");
        for (var settings : List.of("", "cgroup_manager = \"systemd\"", "[1]", "{}")) {
            runtime.tellSettings(settings);
            assertThat(client.cgroupDriver().failedWith(Code.UNIMPLEMENTED)).isTrue();
        }
    }

    @Test
    void aPodLivesAndDies() throws IOException {
        var sandbox = ok(client.runSandbox(SANDBOX, "runc"));
        var id = container(sandbox);
        ok(client.startContainer(id));
        assertThat(ok(client.sandboxes(Map.of("io.kubernetes.pod.uid", "u1"))))
                .containsExactly(new Sandbox(
                        sandbox, METADATA, true, NOW, Map.of("io.kubernetes.pod.uid", "u1"), Map.of(), "runc"));
        assertThat(ok(client.sandboxes(Map.of("io.kubernetes.pod.uid", "other"))))
                .isEmpty();
        assertThat(ok(client.containers(sandbox, Map.of("app", "x"))))
                .extracting(Container::id, Container::name, Container::attempt, Container::state)
                .containsExactly(tuple(id, "c", 2, ContainerState.RUNNING));
        var status = ok(client.containerStatus(id));
        assertThat(status.resources()).contains(RESOURCES);
        assertThat(status.startedAt()).isEqualTo(NOW);
        assertThat(ok(client.sandboxStatus(sandbox)).containers()).containsExactly(status);
        assertThat(List.of(
                        file(id, "cpu.max"),
                        file(id, "cpu.weight"),
                        file(id, "memory.max"),
                        file(id, "cpuset.cpus"),
                        file(id, "hugetlb.2MB.max"),
                        file(id, "memory.oom.group")))
                .containsExactly("50000 100000", "59", "1048576", "0-1", "4194304", "1");
        assertThat(ok(client.execSync(id, List.of("echo", "hi"), Duration.ofSeconds(1)))
                        .out())
                .isEqualTo("echo hi".getBytes(StandardCharsets.UTF_8));
        assertThat(ok(client.containerUsage(id)).usage().nanoCores()).isEqualTo(ResourceUsage.UNKNOWN);
        assertThat(ok(client.containerUsages())).hasSize(1);
        assertThat(ok(client.sandboxUsages()).getFirst().containers()).hasSize(1);
        ok(client.reopenLog(id));

        ok(client.stopContainer(id, Duration.ofSeconds(30)));
        assertThat(ok(client.containerStatus(id)).exitCode()).isEqualTo(143);
        ok(client.stopContainer(id, Duration.ZERO));
        ok(client.removeContainer(id));
        ok(client.removeContainer(id));
        ok(client.stopSandbox(sandbox));
        ok(client.removeSandbox(sandbox));
        ok(client.removeSandbox(sandbox));
        assertThat(ok(client.sandboxes(Map.of()))).isEmpty();
    }

    @Test
    void aResizeChangesWhatItNamesAndNothingElse() throws IOException {
        var sandbox = ok(client.runSandbox(SANDBOX, ""));
        var id = container(sandbox);
        ok(client.startContainer(id));
        ok(client.updateContainer(id, LinuxResources.NONE.withMemory(2 << 20)));
        assertThat(file(id, "memory.max")).isEqualTo("2097152");
        assertThat(file(id, "cpu.max")).isEqualTo("50000 100000");
        assertThat(ok(client.containerStatus(id)).resources()).contains(RESOURCES.withMemory(2 << 20));
        ok(client.updateContainer(id, LinuxResources.NONE.withCpu(0, -1, 100_000)));
        assertThat(file(id, "cpu.max")).isEqualTo("max 100000");

        ok(client.updateSandbox(sandbox, LinuxResources.NONE, RESOURCES));
        assertThat(runtime.sandboxResources(sandbox)).isEqualTo(RESOURCES);
    }

    @Test
    void imagesArePulledFoundAndRemoved() {
        assertThat(ok(client.images().find("busybox"))).isEmpty();
        var reference = ok(client.images().pull("busybox", new Credentials("u", "p", "", ""), SANDBOX));
        assertThat(ok(client.images().find("busybox")).orElseThrow().id()).isEqualTo(reference);
        assertThat(ok(client.images().list())).hasSize(1);
        assertThat(ok(client.images().filesystems()).getFirst().usedBytes()).isEqualTo(1 << 20);
        ok(client.images().remove("busybox"));
        assertThat(ok(client.images().list())).isEmpty();
        assertThat(new Credentials("u", "secret", "secret", "secret").toString())
                .doesNotContain("secret");
    }

    @Test
    void failuresAreValuesWithTheCodeOfTheRuntime() {
        assertThat(client.containerStatus("none").failedWith(Code.NOT_FOUND)).isTrue();
        runtime.faults().failNext("UpdateContainerResources", Status.RESOURCE_EXHAUSTED.withDescription("no room"));
        assertThat(client.updateContainer("x", RESOURCES))
                .isEqualTo(new CriReply.Failed<>(Code.RESOURCE_EXHAUSTED, "no room"));
        assertThat(client.updateContainer("x", RESOURCES).failedWith(Code.NOT_FOUND))
                .isTrue();
        runtime.faults().withhold("UpdatePodSandboxResources");
        assertThat(client.updateSandbox("x", RESOURCES, RESOURCES).failedWith(Code.UNIMPLEMENTED))
                .isTrue();
        assertThat(runtime.faults().calls()).contains("ContainerStatus", "UpdatePodSandboxResources");
    }

    @Test
    void aRuntimeThatDoesNotAnswerIsGivenUpAfterTheTimeout() throws InterruptedException {
        try (var impatient = new CriClient(
                        folder.resolve("cri.sock"), new CallTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(2)));
                var held = runtime.faults().hold("Status")) {
            ok(client.version());
            assertThat(impatient.status().failedWith(Code.DEADLINE_EXCEEDED)).isTrue();
            assertThat(held.reached().await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void afterARestartTheFirstCallSucceeds() throws Exception {
        var sandbox = ok(client.runSandbox(SANDBOX, ""));
        for (var i = 0; i < 3; i++) {
            runtime.stop();
            assertThat(client.sandboxes(Map.of()).failedWith(Code.UNAVAILABLE)).isTrue();
            runtime.start();
            // The channel may still be telling itself that the old connection broke.
            CriReply<List<Sandbox>> answer = client.sandboxes(Map.of());
            while (answer.failedWith(Code.UNAVAILABLE)) answer = client.sandboxes(Map.of());
            assertThat(ok(answer)).extracting(Sandbox::id).containsExactly(sandbox);
        }
    }

    private ContainerEventNews next(BlockingQueue<ContainerEventNews> news) throws InterruptedException {
        var next = news.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private ContainerEvent event(BlockingQueue<ContainerEventNews> news) throws InterruptedException {
        return switch (next(news)) {
            case ContainerEventNews.Happened(var event) -> event;
            case ContainerEventNews.Connected _, ContainerEventNews.Lost _, ContainerEventNews.Unsupported _ ->
                throw new AssertionError();
        };
    }

    @Test
    void eventsGoOnAfterARestartWhichIsTold() throws Exception {
        var news = new LinkedBlockingQueue<ContainerEventNews>();
        Thread thread;
        try (var feed = client.events(news::add, new Random(1))) {
            thread = Thread.ofVirtual().name("events").start(feed);
            assertThat(next(news)).isEqualTo(new ContainerEventNews.Connected());
            runtime.awaitFollower();
            var sandbox = ok(client.runSandbox(SANDBOX, ""));
            var id = container(sandbox);
            ok(client.startContainer(id));
            runtime.exit(id, 137, "OOMKilled");
            assertThat(event(news).type()).isEqualTo(ContainerEvent.Type.CREATED);
            assertThat(event(news).type()).isEqualTo(ContainerEvent.Type.STARTED);
            var stopped = event(news);
            assertThat(stopped.type()).isEqualTo(ContainerEvent.Type.STOPPED);
            assertThat(stopped.containers().getFirst().reason()).isEqualTo("OOMKilled");
            assertThat(stopped.sandbox().sandbox().metadata()).isEqualTo(METADATA);

            runtime.stop();
            assertThat(next(news)).isInstanceOf(ContainerEventNews.Lost.class);
            runtime.start();
            var after = next(news);
            while (after instanceof ContainerEventNews.Lost) after = next(news);
            assertThat(after).isEqualTo(new ContainerEventNews.Connected());
            runtime.awaitFollower();
            ok(client.removeContainer(id));
            assertThat(event(news).type()).isEqualTo(ContainerEvent.Type.DELETED);
        }
        assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    void aRuntimeWithoutEventsIsTold() throws InterruptedException {
        runtime.faults().withhold("GetContainerEvents");
        var news = new LinkedBlockingQueue<ContainerEventNews>();
        try (var feed = client.events(news::add, new Random(1))) {
            feed.run();
        }
        assertThat(news).containsExactly(new ContainerEventNews.Connected(), new ContainerEventNews.Unsupported());
    }
}
