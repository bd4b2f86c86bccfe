package dev.plimsoll.controllers.disruption;

import static dev.plimsoll.controllers.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.testing.Docs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §16.1. */
class BudgetTest {
    private static final List<PodView> THREE = List.of(Docs.ready("a", ""), Docs.ready("b", ""), Docs.ready("c", ""));

    record Row(String rule, String spec, int expected, int desired, int allowed) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("3 replicas, maxUnavailable 50 %", "'maxUnavailable':'50%'", 3, 1, 2),
                new Row("3 replicas, minAvailable 50 %", "'minAvailable':'50%'", 3, 2, 1),
                new Row("minAvailable as a number counts the pods that are there", "'minAvailable':3", 99, 3, 0),
                new Row("more wanted than there are", "'maxUnavailable':1", 5, 4, 0),
                new Row("nothing expected", "'maxUnavailable':1", 0, 0, 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void budgets(Row row) {
        var budget = Docs.workload("{'metadata':{'name':'b','generation':2},'spec':{" + row.spec() + "}}");
        var status = Budget.decide(budget, THREE, row.expected(), NOW).status();
        assertThat(status.path("desiredHealthy").asInt()).isEqualTo(row.desired());
        assertThat(status.path("disruptionsAllowed").asInt()).isEqualTo(row.allowed());
        assertThat(Conditions.reason(status, "DisruptionAllowed"))
                .isEqualTo(row.allowed() > 0 ? "SufficientPods" : "InsufficientPods");
    }

    @Test
    @DisplayName("a pod whose eviction was allowed does not count as healthy for two minutes")
    void disrupted() {
        var budget = Docs.workload("""
                {'metadata':{'name':'b'},'spec':{'minAvailable':1},
                 'status':{'disruptedPods':{'a':'2026-01-01T11:59:00Z','b':'2026-01-01T11:00:00Z','gone':'2026-01-01T11:59:00Z'}}}""");
        var report = Budget.decide(budget, THREE, 0, NOW);
        assertThat(report.status().path("currentHealthy").asInt()).isEqualTo(2);
        assertThat(report.status().path("disruptedPods").has("a")).isTrue();
        assertThat(report.status().path("disruptedPods")).hasSize(1);
        assertThat(report.again()).hasMinutes(1);
    }

    @Test
    @DisplayName("nothing is allowed while nobody knows how many pods there should be")
    void failed() {
        var budget = Docs.workload(
                "{'metadata':{'name':'b'},'spec':{'maxUnavailable':1},'status':{'disruptionsAllowed':3}}");
        var status = Budget.failed(budget, "why", NOW).status();
        assertThat(status.path("disruptionsAllowed").asInt()).isZero();
        assertThat(Conditions.reason(status, "DisruptionAllowed")).isEqualTo("SyncFailed");
    }
}
