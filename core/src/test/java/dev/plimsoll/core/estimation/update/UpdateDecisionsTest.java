package dev.plimsoll.core.estimation.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.EvictionRequirement.Direction;
import dev.plimsoll.core.estimation.update.UpdateRules.Termination;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §4.2 and §4.3. */
// Acceptance of the autoscaler: users-35
class UpdateDecisionsTest {
    private static final UpdateRules RULES = UpdateRules.DEFAULT;

    private static Measure measure(String requested, String target, String lower, String upper) {
        return new Measure(
                ResourceAmounts.parse(requested),
                ResourceAmounts.parse(target),
                ResourceAmounts.parse(lower),
                ResourceAmounts.parse(upper));
    }

    private static PodMeasures of(Measure... containers) {
        return new PodMeasures(List.of(containers), null);
    }

    private static UpdatePriority priority(Measure... containers) {
        return UpdatePriority.of(of(containers));
    }

    @Test
    void theDifferenceIsThePartOfEachResourceThatWouldChange() {
        var priority = priority(measure("cpu=100m,memory=200Mi", "cpu=150m,memory=300Mi", "", ""));
        assertThat(priority.difference()).isCloseTo(1.0, within(1e-9));
        assertThat(priority.scalesUp()).isTrue();
        assertThat(priority.isOutside()).isFalse();
    }

    @Test
    void aRequestBelowTheLowerOrAboveTheUpperBoundIsOutside() {
        assertThat(priority(measure("cpu=100m", "cpu=300m", "cpu=200m", "cpu=400m"))
                        .isOutside())
                .isTrue();
        assertThat(priority(measure("cpu=500m", "cpu=300m", "cpu=200m", "cpu=400m"))
                        .isOutside())
                .isTrue();
        assertThat(priority(measure("cpu=250m", "cpu=300m", "cpu=200m", "cpu=400m"))
                        .isOutside())
                .isFalse();
    }

    @Test
    void withoutARequestAPodIsOutsideAndScalesUp() {
        assertThat(priority(measure("", "cpu=300m", "cpu=200m", "cpu=400m")))
                .isEqualTo(new UpdatePriority(true, true, 300));
    }

    @Test
    void whatWouldBeWrittenIsAlwaysInRange() {
        assertThat(priority(measure("cpu=500m", "cpu=500m", "cpu=600m", "cpu=2")))
                .isEqualTo(new UpdatePriority(false, false, 0));
    }

    @Test
    void thePodAsAWholeCountsWhereItChangesMore() {
        var whole = measure("cpu=1", "cpu=2", "cpu=1", "cpu=3");
        var measures = new PodMeasures(List.of(measure("cpu=100m", "cpu=110m", "", "")), whole);
        assertThat(UpdatePriority.of(measures).difference()).isCloseTo(1.0, within(1e-9));
    }

    @Test
    void podsThatNeedMoreComeFirstThenTheLargestChanges() {
        var order = Stream.of(
                        new UpdatePriority(false, true, 9),
                        new UpdatePriority(true, false, 1),
                        new UpdatePriority(true, true, 2))
                .sorted(UpdatePriority.MOST_URGENT_FIRST)
                .map(UpdatePriority::difference);
        assertThat(order).containsExactly(2.0, 1.0, 9.0);
    }

    @ParameterizedTest(name = "outside {0}, quick OOM {1}, age {2} h, difference {3}: {4}")
    @CsvSource({
        "true, false, 0, 0.01, true",
        "false, true, 0, 0.01, true",
        "false, true, 0, 0, false",
        "true, true, 100, 0, false",
        "false, false, 3, 0.5, false",
        "false, false, 12, 0.09, false",
        "false, false, 12, 0.1, true"
    })
    void acceptance(boolean outside, boolean quickOom, int hours, double difference, boolean accepted) {
        var priority = new UpdatePriority(true, outside, difference);
        assertThat(RULES.accepts(priority, quickOom, Duration.ofHours(hours))).isEqualTo(accepted);
    }

    @Test
    void onlyAKillSoonAfterTheStartIsQuick() {
        var start = Instant.EPOCH;
        assertThat(RULES.isQuickOom(List.of(new Termination("OOMKilled", start, start.plusSeconds(599)))))
                .isTrue();
        assertThat(RULES.isQuickOom(List.of(new Termination("OOMKilled", start, start.plusSeconds(600)))))
                .isFalse();
        assertThat(RULES.isQuickOom(List.of(new Termination("Error", start, start.plusSeconds(1)))))
                .isFalse();
    }

    @Test
    void requirementsMustAllBeMetByOneContainerOrOneLacksARequest() {
        var higher = new EvictionRequirement(Set.of(Compute.CPU, Compute.MEMORY), Direction.HIGHER);
        var lower = new EvictionRequirement(Set.of(Compute.MEMORY), Direction.LOWER);
        var up = measure("cpu=1,memory=1Gi", "cpu=2,memory=1Gi", "", "");
        var mixed = measure("cpu=1,memory=1Gi", "cpu=2,memory=1Mi", "", "");
        var lacking = measure("cpu=1", "cpu=1", "", "");
        assertThat(EvictionRequirement.admit(List.of(), of(up))).isTrue();
        assertThat(EvictionRequirement.admit(List.of(higher), of(up))).isTrue();
        assertThat(EvictionRequirement.admit(List.of(higher, lower), of(up))).isFalse();
        assertThat(EvictionRequirement.admit(List.of(higher, lower), of(up, mixed)))
                .isTrue();
        assertThat(EvictionRequirement.admit(List.of(higher, lower), of(up, lacking)))
                .isTrue();
    }

    @ParameterizedTest(name = "of {0} pods all running, {2} may be evicted in a loop with at least {1}")
    @CsvSource({"1, 1, 1", "1, 2, 0", "2, 2, 1", "3, 2, 1", "10, 2, 5", "0, 0, 0"})
    void budget(int pods, int required, int evictions) {
        var budget = GroupBudget.of(pods, pods, 0, required, 0.5);
        var evicted = 0;
        while (budget.canEvict(false)) {
            budget = budget.disturbing(false);
            evicted++;
        }
        assertThat(evicted).isEqualTo(evictions);
    }

    @Test
    void pendingPodsCanAlwaysBeEvictedAndCostNothing() {
        var budget = GroupBudget.of(4, 4, 3, 2, 0.5);
        assertThat(budget.canEvict(false)).isFalse();
        assertThat(budget.canEvict(true)).isTrue();
        assertThat(budget.disturbing(true)).isEqualTo(budget);
    }

    @Test
    void conditionsSayHowFarAResizeHasCome() {
        assertThat(state("PodResizePending", "True", "Deferred")).isEqualTo(ResizeState.DEFERRED);
        assertThat(state("PodResizePending", "True", "Infeasible")).isEqualTo(ResizeState.INFEASIBLE);
        assertThat(state("PodResizePending", "True", "Strange")).isEqualTo(ResizeState.UNKNOWN);
        assertThat(state("PodResizePending", "False", "Deferred")).isEqualTo(ResizeState.NONE);
        assertThat(state("PodResizeInProgress", "True", "")).isEqualTo(ResizeState.IN_PROGRESS);
        assertThat(state("PodResizeInProgress", "True", "Error")).isEqualTo(ResizeState.ERROR);
        assertThat(ResizeState.of(List.of(
                                condition("PodResizePending", "False", "Deferred"),
                                condition("PodResizeInProgress", "True", "")))
                        .orElseThrow()
                        .state())
                .isEqualTo(ResizeState.IN_PROGRESS);
    }

    private static ResizeState state(String type, String status, String reason) {
        return ResizeState.of(List.of(condition(type, status, reason)))
                .map(ResizeState.Since::state)
                .orElse(ResizeState.NONE);
    }

    private static Condition condition(String type, String status, String reason) {
        return new Condition(type, status, reason, "", 0, "2026-01-10T10:00:00Z");
    }

    @Test
    void anAttemptIsRepeatedOnlyForLess() {
        var attempt = FailedResize.of(
                PodSpec.builder().container("a", "cpu=4,memory=1Gi", "").build());
        assertThat(attempt.isAbove(attempt)).isFalse();
        assertThat(attempt.isAbove(FailedResize.of(
                        PodSpec.builder().container("a", "cpu=3,memory=2Gi", "").build())))
                .isTrue();
    }
}
