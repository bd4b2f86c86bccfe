package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.fakes.resize.AskedResources;
import dev.plimsoll.fakes.resize.ExpectedCgroups;
import dev.plimsoll.fakes.resize.ResizeDocuments;
import dev.plimsoll.fakes.resize.ResizeScenario;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: resize-guaranteed, resize-burstable, resize-opposite, resize-3-containers
// Acceptance of nodes: resize-6-containers, resize-equivalents, resize-sidecar, resize-restart-policies
// Acceptance of nodes: resize-pod-level, resize-formulas, resize-events
/** The resizes that simulated nodes carry out in every build, read by exec in real containers and at the pod's real cgroup. */
@Order(8)
@Timeout(600)
@ExtendWith(OnRealNode.class)
class ResizeSeenInsideTest {
    private static final String IMAGE = "localhost/busybox:e2e";
    /** An emulated processor does not start a container on a fiftieth of itself. */
    private static final int CPU_TIMES = 20;

    @BeforeAll
    static void start(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
    }

    @AfterEach
    void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }

    /** All of them, or those whose names contain {@code -De2e.scenario}. */
    static Stream<ResizeScenario> scenarios() {
        return chosen(ResizeScenario.all());
    }

    static Stream<ResizeScenario> chosen(List<ResizeScenario> all) {
        var chosen = System.getProperty("e2e.scenario", "");
        return all.stream()
                .filter(scenario -> scenario.name().contains(chosen))
                .map(scenario -> scenario.withCpu(CPU_TIMES));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void seenInside(ResizeScenario scenario, RealNode node) throws Exception {
        play(scenario, node);
    }

    /** There, and back where it can be taken back. */
    static void play(ResizeScenario scenario, RealNode node) throws Exception {
        var expected = new ExpectedCgroups(node.memory(), node.weights());
        node.create("p", ResizeDocuments.spec(scenario.before(), IMAGE).toString());
        var pod = node.await("p", "ready", ResizeSeenInsideTest::isReady);
        assertSeen(node, pod, scenario.before(), expected);
        assertThat(node.told("p", "ResizeCompleted")).as("a start is no resize").isZero();

        send(node, scenario.isPut(), scenario.after());
        assertResized(node, 2, scenario.after(), scenario.restarts(), expected);
        if (!scenario.isUndone()) return;
        send(node, scenario.isPut(), scenario.before());
        assertResized(node, 3, scenario.before(), 2 * scenario.restarts(), expected);
    }

    private static boolean isReady(ObjectNode pod) {
        return condition(pod, "Ready").path("status").asText().equals("True");
    }

    private static void send(RealNode node, boolean isPut, AskedResources asked) {
        if (!isPut) {
            assertThat(node.wish("p", ResizeDocuments.patch(asked).toString()).problem())
                    .isEmpty();
            return;
        }
        var pod = node.client
                .get(ApiResource.PODS, new ObjectName("default", "p"))
                .done()
                .orElseThrow();
        ResizeDocuments.change(pod, asked);
        assertThat(node.client.update(ApiResource.PODS.sub("resize"), pod).problem())
                .isEmpty();
    }

    private static void assertResized(
            RealNode node, long generation, AskedResources asked, int restarts, ExpectedCgroups expected)
            throws Exception {
        var pod = node.await(
                "p",
                "resized to generation " + generation,
                each -> each.at("/status/observedGeneration").asLong() >= generation
                        && condition(each, "PodResizeInProgress").isMissingNode()
                        && condition(each, "PodResizePending").isMissingNode()
                        && restarts(each) == restarts
                        && isReady(each));
        node.awaitEvent("p", "ResizeCompleted", message -> message.contains("\"generation\":" + generation));
        for (var reason : List.of("ResizeStarted", "ResizeCompleted"))
            assertThat(node.told("p", reason))
                    .as(reason + " is told once for each resize")
                    .isEqualTo(generation - 1);
        assertSeen(node, pod, asked, expected);
    }

    private static int restarts(ObjectNode pod) {
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(list -> pod.path("status").path(list).valueStream())
                .mapToInt(status -> status.path("restartCount").asInt())
                .sum();
    }

    private static void assertSeen(RealNode node, ObjectNode pod, AskedResources asked, ExpectedCgroups expected)
            throws Exception {
        for (var part : asked.parts()) {
            assertThat(read(node, part.name(), "/sys/fs/cgroup"))
                    .as("cpu.max, memory.max and cpu.weight of " + part.name())
                    .isEqualTo(expected.container(asked, part));
            assertThat(node.exec.sh("p", part.name(), "cat /proc/1/oom_score_adj"))
                    .as("oom_score_adj of " + part.name())
                    .isEqualTo(expected.oomScore(pod, asked, part));
        }
        var first = asked.parts().getFirst().name();
        var uid = pod.at("/metadata/uid").asText();
        var found = node.exec.sh("p", first, ResizeDocuments.finding(uid));
        assertThat(found.lines()).as("cgroups with the uid of the pod").hasSize(1);
        assertThat(read(node, first, found))
                .as("cpu.max, memory.max and cpu.weight of the pod")
                .isEqualTo(expected.pod(asked));
    }

    private static List<String> read(RealNode node, String container, String folder) throws InterruptedException {
        var script = ExpectedCgroups.FILES.stream()
                .map(file -> "head -n 1 " + folder + "/" + file)
                .collect(Collectors.joining(" && "));
        return node.exec.sh("p", container, script).lines().toList();
    }
}
