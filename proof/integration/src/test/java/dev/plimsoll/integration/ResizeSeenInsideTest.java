package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.fakes.resize.AskedResources;
import dev.plimsoll.fakes.resize.ExpectedCgroups;
import dev.plimsoll.fakes.resize.ResizeDocuments;
import dev.plimsoll.fakes.resize.ResizeScenario;
import dev.plimsoll.fakes.resize.ResizeTable;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: resize-guaranteed, resize-burstable, resize-opposite, resize-3-containers
// Acceptance of nodes: resize-6-containers, resize-equivalents, resize-sidecar, resize-restart-policies
// Acceptance of nodes: resize-pod-level, resize-formulas, resize-events, resize-tables
/**
 * Resizes, and what commands inside the containers then read: their own cgroup files, and the pod's cgroup through a {@code hostPath}
 * of the node's tree. Real nodes do the same in {@code proof/e2e}.
 */
class ResizeSeenInsideTest {
    private static final long NODE_MEMORY = 32L << 30;
    private static final Duration LONGEST_COMMAND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private SimulatedCluster cluster;
    private final ExpectedCgroups expected = new ExpectedCgroups(NODE_MEMORY, ExpectedCgroups.Weights.CURVED);

    @BeforeEach
    void start() {
        cluster = new SimulatedCluster(folder);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    static List<ResizeScenario> scenarios() {
        return Stream.concat(ResizeScenario.all().stream(), ResizeTable.rows().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @DisplayName(
            "what is read inside the containers and at the pod's cgroup is what was asked for, there and back again")
    void seenInside(ResizeScenario scenario) throws Exception {
        var pod = cluster.run("p", ResizeDocuments.spec(scenario.before(), "i").toString());
        assertSeen(pod, scenario.before());
        assertThat(cluster.completions()).as("a start is no resize").isEmpty();

        send(scenario.isPut(), scenario.after());
        assertResized(2, scenario.after(), scenario.restarts());
        assertThat(cluster.completions()).containsExactly(2L);
        if (!scenario.isUndone()) return;

        send(scenario.isPut(), scenario.before());
        assertResized(3, scenario.before(), 2 * scenario.restarts());
        assertThat(cluster.completions()).containsExactlyInAnyOrder(2L, 3L);
    }

    private void assertResized(long generation, AskedResources asked, int restarts) throws Exception {
        cluster.awaitResized("p", generation);
        var pod = cluster.await(
                "p",
                "all restarted as often as was asked for",
                each -> restarts(each) == restarts
                        && SimulatedCluster.condition(each, "Ready")
                                .path("status")
                                .asText()
                                .equals("True"));
        Patience.until(
                "an event of the end of generation " + generation,
                () -> cluster.completions().contains(generation));
        assertSeen(pod, asked);
    }

    private static int restarts(ObjectNode pod) {
        var sum = 0;
        for (var list : List.of("containerStatuses", "initContainerStatuses"))
            for (var status : pod.path("status").path(list))
                sum += status.path("restartCount").asInt();
        return sum;
    }

    private void send(boolean isPut, AskedResources asked) {
        if (!isPut) {
            cluster.resize("p", ResizeDocuments.patch(asked).toString());
            return;
        }
        RegisteredNode.await(cluster.client, SimulatedCluster.NODE);
        var pod = cluster.get("p");
        ResizeDocuments.change(pod, asked);
        assertThat(cluster.client.update(ApiResource.PODS.sub("resize"), pod).problem())
                .isEmpty();
    }

    private void assertSeen(ObjectNode pod, AskedResources asked) {
        var uid = pod.at("/metadata/uid").asText();
        for (var part : asked.parts()) {
            assertThat(read(uid, part.name(), "/sys/fs/cgroup"))
                    .as("cpu.max, memory.max and cpu.weight of " + part.name())
                    .isEqualTo(expected.container(asked, part));
            assertThat(run(uid, part.name(), "cat /proc/1/oom_score_adj"))
                    .as("oom_score_adj of " + part.name())
                    .isEqualTo(expected.oomScore(pod, asked, part));
        }
        var first = asked.parts().getFirst().name();
        var found = run(uid, first, ResizeDocuments.finding(uid));
        assertThat(found.lines()).as("cgroups with the uid of the pod").hasSize(1);
        assertThat(read(uid, first, found))
                .as("cpu.max, memory.max and cpu.weight of the pod")
                .isEqualTo(expected.pod(asked));
    }

    private List<String> read(String uid, String container, String folder) {
        return ExpectedCgroups.FILES.stream()
                .map(file -> run(uid, container, "head -n 1 " + folder + "/" + file))
                .toList();
    }

    private String run(String uid, String container, String command) {
        var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
        assertThat(agent).isNotNull();
        var outcome = agent.runtime().run(uid, container, List.of("/bin/sh", "-c", command), LONGEST_COMMAND);
        assertThat(outcome).as(command).isInstanceOf(CommandOutcome.Exited.class);
        var exited = (CommandOutcome.Exited) outcome;
        assertThat(exited.code()).as(exited.output()).isZero();
        return exited.output().strip();
    }
}
