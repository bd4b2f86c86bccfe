package dev.plimsoll.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: probes
/** Probes of containers on a simulated node, in time that passes by itself. */
class SimulatedProbesTest {
    private static final ContainerHandler HTTP = new ContainerHandler.HttpGet("HTTP", "", "80", "/healthz", List.of());
    private final OneNode node = new OneNode("cpu=4,memory=4Gi,pods=110");

    @AfterEach
    void close() {
        node.close();
    }

    private static Probe every(int seconds, int failures, ContainerHandler handler) {
        return new Probe(handler, 0, seconds, 1, 1, failures, PodPlacement.UNSET);
    }

    private static ContainerHandler command(String... words) {
        return new ContainerHandler.Exec(List.of(words));
    }

    private static Container container(ContainerLifecycle lifecycle) {
        return Container.of("c", ResourceRequirements.ABSENT).withLifecycle(lifecycle);
    }

    private static PodSpec spec(ContainerLifecycle lifecycle) {
        return PodSpec.builder().container(container(lifecycle)).build();
    }

    private static ContainerLifecycle readiness(Probe probe) {
        return new ContainerLifecycle(null, probe, null, null, null, List.of());
    }

    private static ContainerLifecycle liveness(Probe probe) {
        return new ContainerLifecycle(null, null, probe, null, null, List.of());
    }

    private boolean isReady(String pod) {
        var record = node.pod(pod);
        return PodHealth.of(record).isReady(record.pod().spec().containers().getFirst());
    }

    private void annotate(String pod, String name, String value) {
        var record = node.pod(pod);
        var meta = record.pod().metadata().withAnnotation("simulation.plimsoll.dev/" + name, value);
        node.agent.tell(
                new NodeEvent.PodUpdated(node.time.instant(), record.pod().withMetadata(meta)));
    }

    private int restarts(String pod) {
        return Objects.requireNonNull(node.pod(pod).actual().container("c")).restartCount();
    }

    @Test
    void a_server_that_nobody_runs_is_well_until_an_annotation_says_otherwise() {
        node.run("web", spec(readiness(every(10, 3, HTTP))));
        assertThat(isReady("web")).isTrue();
        annotate("web", "probe.c.readiness", "fail");
        node.pass(Duration.ofSeconds(21));
        assertThat(isReady("web")).isTrue();
        node.pass(Duration.ofSeconds(10));
        assertThat(isReady("web")).isFalse();
        annotate("web", "probe.c.readiness", "ok");
        node.pass(Duration.ofSeconds(10));
        assertThat(isReady("web")).isTrue();
        assertThat(restarts("web")).isZero();
    }

    @Test
    void liveness_that_fails_restarts_the_container_again_and_again_with_back_off() {
        node.run("web", spec(liveness(every(5, 2, HTTP))));
        annotate("web", "probe.c.liveness", "fail");
        node.pass(Duration.ofSeconds(11));
        assertThat(restarts("web")).isEqualTo(1);
        node.pass(Duration.ofSeconds(60));
        assertThat(restarts("web")).isGreaterThan(1);
        annotate("web", "probe.c.liveness", "ok");
        node.pass(Duration.ofMinutes(6));
        var settled = restarts("web");
        node.pass(Duration.ofMinutes(2));
        assertThat(restarts("web")).isEqualTo(settled);
        assertThat(isReady("web")).isTrue();
    }

    @Test
    void nothing_else_is_probed_before_the_startup_probe_has_succeeded() {
        var lifecycle = new ContainerLifecycle(
                every(10, 100, HTTP), every(1, 1, HTTP), every(1, 1, HTTP), null, null, List.of());
        node.run("slow", spec(lifecycle), "probe.c.startup", "fail", "probe.c.liveness", "fail");
        node.pass(Duration.ofSeconds(60));
        assertThat(restarts("slow")).isZero();
        assertThat(isReady("slow")).isFalse();
        annotate("slow", "probe.c.liveness", "ok");
        annotate("slow", "probe.c.startup", "ok");
        node.pass(Duration.ofSeconds(11));
        assertThat(isReady("slow")).isTrue();
    }

    @Test
    void commands_run_in_the_container_and_programs_that_it_lacks_say_nothing() {
        node.run("has", spec(readiness(every(10, 1, command("test", "-e", "/etc/hostname")))));
        node.run("lacks", spec(readiness(every(10, 1, command("cat", "/tmp/not-there")))));
        node.run("unknown", spec(readiness(every(10, 1, command("pg_isready", "-U", "app")))));
        node.pass(Duration.ofSeconds(11));
        assertThat(isReady("has")).isTrue();
        assertThat(isReady("lacks")).isFalse();
        assertThat(isReady("unknown")).isTrue();
    }

    @Test
    void the_probes_of_a_pod_end_with_it() {
        node.run("web", spec(readiness(every(10, 3, HTTP))));
        node.agent.tell(new NodeEvent.PodRemoved(node.time.instant(), "uid-web"));
        node.pass(Duration.ofMinutes(1));
        assertThat(node.agent.state().pod("uid-web")).isNull();
    }
}
