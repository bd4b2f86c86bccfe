package dev.plimsoll.core.workloads.disruption;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.TestPod;
import dev.plimsoll.core.workloads.disruption.AllowedDisruptions.Counted;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §16.1. */
class AllowedDisruptionsTest {
    private static final List<ControlledPod> THREE = List.of(
            TestPod.ready("a").build(),
            TestPod.ready("b").build(),
            TestPod.ready("c").build());

    record Row(String rule, DisruptionBudgetSpec spec, int expected, int desired, int allowed) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static DisruptionBudgetSpec min(IntOrString value) {
        return new DisruptionBudgetSpec(value, new IntOrString.Absent(), Map.of());
    }

    private static DisruptionBudgetSpec max(IntOrString value) {
        return new DisruptionBudgetSpec(new IntOrString.Absent(), value, Map.of());
    }

    private static final IntOrString HALF = new IntOrString.Text("50%");

    static Stream<Row> rows() {
        return Stream.of(
                new Row("3 replicas, maxUnavailable 50 %", max(HALF), 3, 1, 2),
                new Row("3 replicas, minAvailable 50 %", min(HALF), 3, 2, 1),
                new Row("minAvailable as a number counts the pods that are there", min(number(3)), 99, 3, 0),
                new Row("more wanted than there are", max(number(1)), 5, 4, 0),
                new Row("nothing expected", max(number(1)), 0, 0, 0));
    }

    private static IntOrString number(int value) {
        return new IntOrString.Int(value);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void budgets(Row row) {
        var allowed = AllowedDisruptions.decide(row.spec(), THREE, row.expected(), NOW);
        assertThat(allowed).isInstanceOfSatisfying(Counted.class, counted -> {
            assertThat(counted.desiredHealthy()).isEqualTo(row.desired());
            assertThat(counted.disruptionsAllowed()).isEqualTo(row.allowed());
        });
        assertThat(allowed.condition().reason()).isEqualTo(row.allowed() > 0 ? "SufficientPods" : "InsufficientPods");
    }

    @Test
    @DisplayName("a pod whose eviction was allowed does not count as healthy for two minutes")
    void disrupted() {
        var soon = Instant.parse("2026-01-01T11:59:00Z");
        var budget = new DisruptionBudgetSpec(
                number(1),
                new IntOrString.Absent(),
                Map.of("a", soon, "b", Instant.parse("2026-01-01T11:00:00Z"), "gone", soon));
        assertThat(AllowedDisruptions.decide(budget, THREE, 0, NOW)).isInstanceOfSatisfying(Counted.class, counted -> {
            assertThat(counted.currentHealthy()).isEqualTo(2);
            assertThat(counted.disrupted()).containsExactly("a");
            assertThat(counted.requeueAfter()).hasMinutes(1);
        });
    }

    @Test
    @DisplayName("a budget without a number or a percentage allows nothing")
    void failed() {
        var allowed = AllowedDisruptions.decide(min(new IntOrString.Text("many")), THREE, 3, NOW);
        assertThat(allowed.condition().reason()).isEqualTo("SyncFailed");
    }
}
