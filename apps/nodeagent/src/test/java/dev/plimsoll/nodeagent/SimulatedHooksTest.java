package dev.plimsoll.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: hooks
/** Hooks of containers on a simulated node. */
class SimulatedHooksTest {
    private final OneNode node = new OneNode("cpu=4,memory=4Gi,pods=110");

    @AfterEach
    void close() {
        node.close();
    }

    private static ContainerLifecycle hooks(@Nullable ContainerHandler start, @Nullable ContainerHandler stop) {
        return new ContainerLifecycle(null, null, null, start, stop, List.of());
    }

    private static ContainerHandler command(String... words) {
        return new ContainerHandler.Exec(List.of(words));
    }

    private static Container container(String name, ContainerLifecycle lifecycle) {
        return Container.of(name, ResourceRequirements.ABSENT).withLifecycle(lifecycle);
    }

    private ContainerInstance instance(String container) {
        return Objects.requireNonNull(node.pod("web").actual().container(container));
    }

    private boolean isReady(String pod) {
        var record = node.pod(pod);
        return PodHealth.of(record).unready().isEmpty();
    }

    @Test
    void a_container_starts_with_its_hook_and_the_next_after_it() {
        var spec = PodSpec.builder()
                .container(container("a", hooks(new ContainerHandler.Sleep(5), null)))
                .container(container("b", hooks(command("test", "-e", "/etc/hostname"), null)))
                .build();
        node.run("web", spec);
        assertThat(isReady("web")).isTrue();
        assertThat(instance("b").startedAt())
                .isAfterOrEqualTo(instance("a").startedAt().plusSeconds(5));
    }

    @Test
    void a_hook_that_fails_ends_the_container_which_is_started_again_with_back_off() {
        node.run(
                "web",
                PodSpec.builder()
                        .container(container("c", hooks(command("cat", "/tmp/not-there"), null)))
                        .build());
        node.pass(Duration.ofSeconds(60));
        assertThat(isReady("web")).isFalse();
        assertThat(instance("c").restartCount()).isBetween(2, 6);
    }

    @Test
    void a_hook_before_the_end_takes_its_time_from_the_grace_period() {
        var spec = PodSpec.builder()
                .container(container("c", hooks(null, new ContainerHandler.Sleep(12))))
                .container(container("d", hooks(null, command("true"))))
                .build();
        node.run("web", spec, "stop", "60s");
        var begun = node.time.instant();
        node.agent.tell(new NodeEvent.EvictionAsked(
                node.time.instant(), "uid-web", "Evicted", "because", Duration.ofSeconds(30)));
        node.pass(Duration.ofMinutes(2));
        assertThat(node.pod("web").actual().anyRunning()).isFalse();
        var ended = instance("c").finishedAtOrNull();
        assertThat(ended).isNotNull();
        assertThat(Duration.between(begun, ended)).isBetween(Duration.ofSeconds(12), Duration.ofSeconds(61));
    }

    @Test
    void acts_of_pods_without_hooks_stay_as_they_are() {
        node.run(
                "web",
                PodSpec.builder()
                        .container(container("c", hooks(command("true"), null)))
                        .build());
        node.run("plain", PodSpec.builder().container("c", "", "").build());
        assertThat(node.agent
                        .runtime()
                        .isImmediate(new Act.StopContainers("uid-plain", 1, List.of(List.of("c")), Duration.ZERO)))
                .isTrue();
    }
}
