package dev.plimsoll.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: messages
/** {@code activeDeadlineSeconds} on a node. */
class ActiveDeadlineTest {
    private static final String MESSAGE = "Pod was active on the node longer than the specified deadline";

    private final OneNode node = new OneNode("cpu=4,memory=4Gi,pods=110");

    @AfterEach
    void close() {
        node.close();
    }

    private static PodSpec spec(long deadline) {
        var placement = new PodPlacement(OneNode.NAME, "", PodPlacement.UNSET, deadline, false, List.of());
        return PodSpec.builder().container("c", "", "").placement(placement).build();
    }

    private Pod pod(long generation, long deadline, @Nullable Instant taken) {
        var status = new PodStatus(
                taken == null ? "Pending" : "Running",
                "",
                generation,
                List.of(),
                List.of(),
                List.of(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT,
                taken);
        return new Pod(
                new ObjectMeta("p", "", "default", "uid-p", generation, Map.of(), Map.of(), null),
                spec(deadline),
                status);
    }

    private void update(long deadline) {
        node.agent.tell(new NodeEvent.PodUpdated(node.time.instant(), pod(2, deadline, null)));
    }

    private void assertEnded() {
        var record = node.pod("p");
        assertThat(record.stage()).isEqualTo(Stage.FINISHED);
        assertThat(record.actual().anyRunning()).isFalse();
        assertThat(record.published().phase()).isEqualTo("Failed");
        assertThat(record.published().reason()).isEqualTo("DeadlineExceeded");
        assertThat(record.published().message()).isEqualTo(MESSAGE);
        assertThat(record.published().conditions())
                .noneMatch(each -> each.type().equals("DisruptionTarget"));
    }

    @Test
    void a_pod_ends_when_its_time_on_the_node_is_over_and_not_before() {
        node.run("p", spec(60));
        node.pass(Duration.ofSeconds(59));
        assertThat(node.pod("p").actual().anyRunning()).isTrue();
        node.pass(Duration.ofSeconds(2));
        assertEnded();
        assertThat(node.calls.bodies("POST /api/v1/namespaces/default/events"))
                .filteredOn(event -> event.path("reason").asText().equals("DeadlineExceeded"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.path("type").asText()).isEqualTo("Normal");
                    assertThat(event.path("message").asText()).isEqualTo(MESSAGE);
                });
    }

    @Test
    void containers_have_the_grace_period_of_the_pod() {
        node.run("p", spec(60), "stop", "20s");
        node.pass(Duration.ofSeconds(100));
        assertEnded();
        var ended = Objects.requireNonNull(
                Objects.requireNonNull(node.pod("p").actual().container("c")).finishedAtOrNull());
        assertThat(Duration.between(node.pod("p").since(), ended))
                .isBetween(Duration.ofSeconds(75), Duration.ofSeconds(91));
    }

    @Test
    void a_deadline_that_is_set_later_or_made_shorter_counts_from_the_same_moment() {
        node.run("p", spec(PodPlacement.UNSET));
        node.pass(Duration.ofSeconds(100));
        update(120);
        node.pass(Duration.ofSeconds(10));
        assertThat(node.pod("p").actual().anyRunning()).isTrue();
        update(30);
        node.pass(Duration.ofSeconds(1));
        assertEnded();
    }

    @Test
    void a_node_that_starts_anew_counts_from_the_time_in_the_status() {
        var taken = node.time.instant().minusSeconds(50);
        node.agent.tell(NodeEvent.PodsAdded.one(node.time.instant(), pod(1, 60, taken)));
        node.pass(Duration.ofSeconds(8));
        assertThat(node.pod("p").actual().anyRunning()).isTrue();
        assertThat(node.pod("p").published().startTimeOrNull()).isEqualTo(taken);
        node.pass(Duration.ofSeconds(4));
        assertEnded();
    }

    @Test
    void a_deadline_beyond_the_end_of_time_ends_nothing() {
        node.run("p", spec(Long.MAX_VALUE));
        node.pass(Duration.ofSeconds(60));
        assertThat(node.pod("p").actual().anyRunning()).isTrue();
    }
}
