package dev.plimsoll.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lifecycle.stopSignal} on a simulated node. */
class StopSignalTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT.with(Gate.CONTAINER_STOP_SIGNALS, true);

    /** The exit code of a container that says nothing about signals, and is stopped with its pod. */
    private static int exitCode(FeatureGates gates, String signal) {
        try (var node = new OneNode("cpu=4,memory=4Gi,pods=110", gates)) {
            var lifecycle = new ContainerLifecycle(null, null, null, null, null, List.of(), signal);
            var container = Container.of("c", ResourceRequirements.ABSENT).withLifecycle(lifecycle);
            node.run("p", PodSpec.builder().container(container).build());
            node.agent.tell(new NodeEvent.EvictionAsked(
                    node.time.instant(), "uid-p", "Evicted", "because", Duration.ofSeconds(5)));
            node.pass(Duration.ofSeconds(10));
            return Objects.requireNonNull(node.pod("p").actual().container("c")).exitCode();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SIGTERM, 143",
        "SIGINT, 130",
        "SIGQUIT, 131",
        "SIGUSR1, 138",
        "SIGIOT, 134",
        "SIGRTMIN+3, 165",
        "SIGRTMAX-14, 178",
        "SIGRTMAX, 192",
        "SIGWINCH, 137"
    })
    void the_signal_of_the_container_decides_how_it_ends(String signal, int expected) {
        assertThat(exitCode(ON, signal)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"SIGINT, 143", "'', 143"})
    void without_the_gate_the_field_counts_for_nothing(String signal, int expected) {
        assertThat(exitCode(FeatureGates.DEFAULT, signal)).isEqualTo(expected);
    }
}
