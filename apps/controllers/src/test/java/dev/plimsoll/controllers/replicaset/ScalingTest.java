package dev.plimsoll.controllers.replicaset;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.testing.Docs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §15.2. */
class ScalingTest {
    private static final String COST = ",'annotations':{'controller.kubernetes.io/pod-deletion-cost':'%d'}";

    /** The first of the two goes first. */
    record Row(String rule, PodView first, PodView second, Map<String, Integer> siblings) {
        Row(String rule, PodView first, PodView second) {
            this(rule, first, second, Map.of());
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        var ready = Docs.ready("b", "");
        return Stream.of(
                new Row("unassigned before assigned", Docs.pod("z", "", "Pending", "False", ""), ready),
                new Row(
                        "Pending before Running",
                        Docs.pod("z", "", "Pending", "False", "n"),
                        Docs.pod("b", "", "Running", "False", "n")),
                new Row("not ready before ready", Docs.pod("z", "", "Running", "False", "n"), ready),
                new Row("lower deletion cost", Docs.ready("z", COST.formatted(-1)), Docs.ready("b", COST.formatted(5))),
                new Row(
                        "more siblings on its node",
                        Docs.pod("z", "", "Running", "True", "full"),
                        Docs.pod("b", "", "Running", "True", "empty"),
                        Map.of("full", 3, "empty", 1)),
                new Row("ties by uid", Docs.ready("a", ""), ready));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whoGoesFirst(Row row) {
        for (var pods : List.of(List.of(row.first(), row.second()), List.of(row.second(), row.first()))) {
            assertThat(Scaling.decide(1, pods, row.siblings(), NOW))
                    .isEqualTo(new Scaling.Delete(List.of(row.first())));
        }
    }

    @Test
    @DisplayName("pods that have ended or are being deleted do not count, and at most 500 are made at once")
    void whoCounts() {
        var pods = List.of(
                Docs.pod("a", "", "Failed", "False", "n"),
                Docs.pod("b", "", "Succeeded", "False", "n"),
                Docs.ready("c", ",'deletionTimestamp':'2026-01-01T12:00:00Z'"),
                Docs.ready("d", ""));
        assertThat(Scaling.decide(1, pods, Map.of(), NOW)).isEqualTo(new Scaling.Enough());
        assertThat(Scaling.decide(3, pods, Map.of(), NOW)).isEqualTo(new Scaling.Create(2));
        assertThat(Scaling.decide(9000, pods, Map.of(), NOW)).isEqualTo(new Scaling.Create(500));
    }

    @Test
    @DisplayName("the status counts active, ready, available and terminating pods and tells of failures")
    void status() {
        var set = Docs.workload("""
                {'metadata':{'namespace':'ns','name':'s','generation':4},
                 'spec':{'replicas':3,'minReadySeconds':7200,'template':{'metadata':{'labels':{'a':'b'}}}}}""");
        var pods = List.of(
                Docs.ready("a", ",'labels':{'a':'b'}"),
                Docs.pod("b", "", "Running", "False", "n"),
                Docs.ready("c", ",'deletionTimestamp':'2026-01-01T12:00:00Z'"));
        var report = ReplicaSetStatus.of(
                set, pods, true, new ReplicaSetStatus.Failure("FailedCreate", "exceeded quota"), NOW);
        var status = report.document();
        assertThat(status.path("replicas").asInt()).isEqualTo(2);
        assertThat(status.path("fullyLabeledReplicas").asInt()).isEqualTo(1);
        assertThat(status.path("readyReplicas").asInt()).isEqualTo(1);
        assertThat(status.path("availableReplicas").asInt()).isZero();
        assertThat(status.path("terminatingReplicas").asInt()).isEqualTo(1);
        assertThat(status.path("observedGeneration").asInt()).isEqualTo(4);
        assertThat(status.at("/conditions/0/reason").asText()).isEqualTo("FailedCreate");
        // Ready at 11:00 for two hours, and it is 12:00.
        assertThat(report.again().toMinutes()).isEqualTo(60);
    }
}
