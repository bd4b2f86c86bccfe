package dev.plimsoll.core.workloads.replicaset;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.TestPod;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus.Failure;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.2. */
class ReplicaSetDecisionTest {
    private static ControlledPod cost(String name, int cost) {
        return TestPod.ready(name)
                .annotation("controller.kubernetes.io/pod-deletion-cost", Integer.toString(cost))
                .build();
    }

    /** The first of the two goes first. */
    record Row(String rule, ControlledPod first, ControlledPod second, Map<String, Integer> siblings) {
        Row(String rule, ControlledPod first, ControlledPod second) {
            this(rule, first, second, Map.of());
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        var ready = TestPod.ready("b").build();
        return Stream.of(
                new Row("unassigned before assigned", TestPod.pending("z").build(), ready),
                new Row(
                        "Pending before Running",
                        TestPod.pending("z").node("n").build(),
                        TestPod.running("b").build()),
                new Row("not ready before ready", TestPod.running("z").build(), ready),
                new Row("lower deletion cost", cost("z", -1), cost("b", 5)),
                new Row(
                        "more siblings on its node",
                        TestPod.ready("z").node("full").build(),
                        TestPod.ready("b").node("empty").build(),
                        Map.of("full", 3, "empty", 1)),
                new Row("ties by uid", TestPod.ready("a").build(), ready));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whoGoesFirst(Row row) {
        for (var pods : List.of(List.of(row.first(), row.second()), List.of(row.second(), row.first()))) {
            assertThat(ReplicaSetDecision.decide(1, pods, row.siblings(), NOW))
                    .isEqualTo(new ReplicaSetDecision.Delete(List.of(row.first())));
        }
    }

    @Test
    @DisplayName("pods that have ended or are being deleted do not count, and at most 500 are made at once")
    void whoCounts() {
        var pods = List.of(
                TestPod.running("a").phase("Failed").build(),
                TestPod.running("b").phase("Succeeded").build(),
                TestPod.ready("c").deleting().build(),
                TestPod.ready("d").build());
        assertThat(ReplicaSetDecision.decide(1, pods, Map.of(), NOW)).isEqualTo(new ReplicaSetDecision.Enough());
        assertThat(ReplicaSetDecision.decide(3, pods, Map.of(), NOW)).isEqualTo(new ReplicaSetDecision.Create(2));
        assertThat(ReplicaSetDecision.decide(9000, pods, Map.of(), NOW)).isEqualTo(new ReplicaSetDecision.Create(500));
    }

    @Test
    @DisplayName("the status counts active, ready, available and terminating pods and tells of failures")
    void status() {
        var pods = List.of(
                TestPod.ready("a").label("a", "b").build(),
                TestPod.running("b").build(),
                TestPod.ready("c").deleting().build());
        var failure = new Failure("FailedCreate", "exceeded quota");
        var status = ReplicaSetStatus.of(pods, 7200, Map.of("a", "b"), Conditions.NONE, failure, NOW);
        assertThat(status.replicas()).isEqualTo(2);
        assertThat(status.fullyLabeledReplicas()).isEqualTo(1);
        assertThat(status.readyReplicas()).isEqualTo(1);
        assertThat(status.availableReplicas()).isZero();
        assertThat(status.terminatingReplicas()).isEqualTo(1);
        assertThat(status.conditions().reason("ReplicaFailure")).isEqualTo("FailedCreate");
        // Ready at 11:00 for two hours, and it is 12:00.
        assertThat(status.requeueAfter()).hasMinutes(60);

        var next = ReplicaSetStatus.of(
                pods, 0, Map.of(), status.conditions(), new Failure("FailedDelete", "refused"), NOW.plusSeconds(9));
        assertThat(next.conditions()).as("the first failure stays").isEqualTo(status.conditions());
        var fine = ReplicaSetStatus.of(pods, 0, Map.of(), status.conditions(), Failure.NONE, NOW);
        assertThat(fine.conditions()).isEqualTo(Conditions.NONE);
    }
}
