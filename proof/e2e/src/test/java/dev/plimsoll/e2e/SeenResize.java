package dev.plimsoll.e2e;

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

/**
 * A resize of a real pod, there, and back where it can be taken back: what it leads to is read by exec in the containers and at the
 * pod's cgroup, beside what the API says of it.
 */
record SeenResize(RealNode node, ExpectedCgroups expected, ResizeScenario scenario) {
    private static final String IMAGE = "localhost/busybox:e2e";
    /** An emulated processor does not start a container on a fiftieth of itself. */
    private static final int CPU_TIMES = 20;

    /** All of them, or those whose names contain {@code -De2e.scenario}. */
    static Stream<ResizeScenario> chosen(List<ResizeScenario> all) {
        var chosen = System.getProperty("e2e.scenario", "");
        return all.stream()
                .filter(scenario -> scenario.name().contains(chosen))
                .map(scenario -> scenario.withCpu(CPU_TIMES));
    }

    static SeenResize of(ResizeScenario scenario, RealNode node) throws IOException, InterruptedException {
        return new SeenResize(node, new ExpectedCgroups(node.memory(), node.weights()), scenario);
    }

    void play() throws InterruptedException {
        node.create("p", ResizeDocuments.spec(scenario.before(), IMAGE).toString());
        var pod = node.await("p", "ready", RealNode::isReady);
        assertSeen(pod, scenario.before());
        assertThat(node.told("p", "ResizeCompleted")).as("a start is no resize").isZero();

        send(scenario.after());
        assertResized(2, scenario.after(), scenario.restarts());
        if (!scenario.isUndone()) return;
        send(scenario.before());
        assertResized(3, scenario.before(), 2 * scenario.restarts());
    }

    private void send(AskedResources asked) {
        if (!scenario.isPut()) {
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

    private void assertResized(long generation, AskedResources asked, int restarts) throws InterruptedException {
        var pod = node.await(
                "p",
                "resized to generation " + generation,
                each -> RealNode.hasResized(each, generation) && restarts(each) == restarts && RealNode.isReady(each));
        node.awaitEvent("p", "ResizeCompleted", message -> message.contains("\"generation\":" + generation));
        for (var reason : List.of("ResizeStarted", "ResizeCompleted"))
            assertThat(node.told("p", reason))
                    .as(reason + " is told once for each resize")
                    .isEqualTo(generation - 1);
        assertSeen(pod, asked);
    }

    private static int restarts(ObjectNode pod) {
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(list -> pod.path("status").path(list).valueStream())
                .mapToInt(status -> status.path("restartCount").asInt())
                .sum();
    }

    private void assertSeen(ObjectNode pod, AskedResources asked) throws InterruptedException {
        for (var part : asked.parts()) {
            assertThat(read(part.name(), "/sys/fs/cgroup"))
                    .as("cpu.max, memory.max and cpu.weight of " + part.name())
                    .isEqualTo(expected.container(asked, part));
            assertThat(node.exec.sh("p", part.name(), "cat /proc/1/oom_score_adj"))
                    .as("oom_score_adj of " + part.name())
                    .isEqualTo(expected.oomScore(pod, asked, part));
        }
        var first = asked.parts().getFirst().name();
        var found = node.exec.sh(
                "p", first, ResizeDocuments.finding(pod.at("/metadata/uid").asText()));
        assertThat(found.lines()).as("cgroups with the uid of the pod").hasSize(1);
        assertThat(read(first, found))
                .as("cpu.max, memory.max and cpu.weight of the pod")
                .isEqualTo(expected.pod(asked));
    }

    private List<String> read(String container, String folder) throws InterruptedException {
        var script = ExpectedCgroups.FILES.stream()
                .map(file -> "head -n 1 " + folder + "/" + file)
                .collect(Collectors.joining(" && "));
        return node.exec.sh("p", container, script).lines().toList();
    }
}
