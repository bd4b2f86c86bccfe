package dev.plimsoll.nodeagent.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods.OfPriority;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: shutdown
/** A node that goes down ends its pods, critical ones last. */
class NodeShutdownTest {
    private static final ShutdownGracePeriods PERIODS =
            ShutdownGracePeriods.of(Duration.ofSeconds(30), Duration.ofSeconds(10));
    private static final String MESSAGE = "Pod was terminated in response to imminent node shutdown.";

    private final OneNode node = new OneNode("cpu=4,memory=4Gi,pods=110");

    @AfterEach
    void close() {
        node.close();
    }

    private void run(String name, long priority, String... simulation) {
        var placement = new PodPlacement(OneNode.NAME, "", priority, PodPlacement.UNSET, false, List.of());
        node.run(
                name,
                PodSpec.builder().container("c", "", "").placement(placement).build(),
                simulation);
    }

    private Instant ended(String name) {
        var instance = Objects.requireNonNull(node.pod(name).actual().container("c"));
        return Objects.requireNonNull(instance.finishedAtOrNull());
    }

    @Test
    void pods_end_by_priority_within_the_time_of_their_group() throws InterruptedException {
        run("usual", 0, "stop", "60s");
        run("batch", -5, "stop", "3s");
        run("system", 2_000_000_100L, "stop", "60s");
        var begun = node.time.instant();
        node.shutDown(PERIODS);
        for (var name : List.of("usual", "batch", "system")) {
            var record = node.pod(name);
            assertThat(record.stage()).isEqualTo(Stage.FINISHED);
            assertThat(record.published().phase()).isEqualTo("Failed");
            assertThat(record.published().reason()).isEqualTo("Terminated");
            assertThat(record.published().message()).isEqualTo(MESSAGE);
            assertThat(record.published().conditions())
                    .filteredOn(each -> each.type().equals("DisruptionTarget"))
                    .singleElement()
                    .satisfies(each -> assertThat(each.reason()).isEqualTo("TerminationByKubelet"));
        }
        assertThat(ended("system")).as("critical pods end last").isAfter(ended("usual"));
        assertThat(Duration.between(begun, node.time.instant())).isLessThanOrEqualTo(Duration.ofSeconds(65));
        assertThat(node.calls.bodies("POST /api/v1/namespaces/default/events"))
                .extracting(event -> event.path("message").asText())
                .contains("Shutdown manager detected shutdown event");
    }

    @Test
    void no_pod_comes_to_a_node_that_goes_down() throws InterruptedException {
        node.shutDown(PERIODS);
        run("late", 0);
        assertThat(node.pod("late").stage()).isEqualTo(Stage.REJECTED);
        assertThat(node.pod("late").published().reason()).isEqualTo("NodeShutdown");
        assertThat(node.pod("late").published().message())
                .isEqualTo("Pod was rejected: Pod was rejected as the node is shutting down.");
    }

    @Test
    void without_periods_pods_run_on() throws InterruptedException {
        run("p", 0);
        node.shutDown(ShutdownGracePeriods.NONE);
        assertThat(node.pod("p").actual().anyRunning()).isTrue();
        run("late", 0);
        assertThat(node.pod("late").actual().anyRunning()).isTrue();
    }

    @Test
    void a_pod_belongs_to_the_highest_group_that_is_not_above_it() {
        run("lowest", -10);
        run("middle", 150);
        run("high", 1_000);
        var periods = new ShutdownGracePeriods(List.of(
                new OfPriority(1_000, Duration.ofSeconds(7)),
                new OfPriority(0, Duration.ofSeconds(60)),
                new OfPriority(100, Duration.ofSeconds(20))));
        assertThat(periods.waves(node.agent.state()))
                .extracting(wave -> wave.pods().getFirst().uid() + " "
                        + wave.pods().getFirst().grace().toSeconds())
                .containsExactly("uid-lowest 30", "uid-middle 20", "uid-high 7");
    }
}
