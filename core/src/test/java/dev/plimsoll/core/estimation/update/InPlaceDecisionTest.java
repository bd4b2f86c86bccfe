package dev.plimsoll.core.estimation.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.update.InPlaceDecision.Situation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §4.4, §4.5, and T6 of §6.11. */
// Acceptance of the autoscaler: T6, users-38
class InPlaceDecisionTest {
    private static final GroupBudget FREE = GroupBudget.of(4, 4, 0, 2, 0.5);
    private static final GroupBudget USED_UP = FREE.disturbing(false).disturbing(false);

    private static Situation pod(UpdateMode mode, ResizeState state, Duration resizing, GroupBudget budget) {
        return new Situation(mode, true, false, true, false, state, resizing, budget, false, false, true);
    }

    private static String decided(Situation pod) {
        return InPlaceDecision.of(pod).getClass().getSimpleName();
    }

    @ParameterizedTest(name = "{0} for {1} s: InPlaceOrRecreate {2}, InPlace {3}")
    @CsvSource({
        "NONE, 0, Approved, Approved",
        "DEFERRED, 300, Deferred, Approved",
        "DEFERRED, 301, Evict, Approved",
        "INFEASIBLE, 0, Evict, LastAttempt",
        "IN_PROGRESS, 3600, Deferred, Deferred",
        "IN_PROGRESS, 3601, Evict, Deferred",
        "ERROR, 0, Evict, LastAttempt",
        "UNKNOWN, 0, Evict, Deferred"
    })
    void states(ResizeState state, long seconds, String recreate, String inPlace) {
        var resizing = Duration.ofSeconds(seconds);
        assertThat(decided(pod(UpdateMode.IN_PLACE_OR_RECREATE, state, resizing, FREE)))
                .isEqualTo(recreate);
        assertThat(decided(pod(UpdateMode.IN_PLACE, state, resizing, FREE))).isEqualTo(inPlace);
    }

    @ParameterizedTest(name = "{0} and no pod to spare: {1}")
    @CsvSource({"NONE, Deferred", "DEFERRED, Deferred", "INFEASIBLE, Deferred", "ERROR, Deferred"})
    void withoutBudget(ResizeState state, String decision) {
        assertThat(decided(pod(UpdateMode.IN_PLACE_OR_RECREATE, state, Duration.ofHours(2), USED_UP)))
                .isEqualTo(decision);
    }

    @Test
    void aResizeThatRestartsNothingMayIgnoreTheBudget() {
        var mode = UpdateMode.IN_PLACE_OR_RECREATE;
        assertThat(decided(new Situation(
                        mode, true, false, true, false, ResizeState.NONE, Duration.ZERO, USED_UP, true, false, true)))
                .isEqualTo("Approved");
        assertThat(decided(new Situation(
                        mode, true, false, true, false, ResizeState.NONE, Duration.ZERO, USED_UP, true, true, true)))
                .isEqualTo("Deferred");
    }

    @Test
    void anAttemptThatFailedIsNotRepeatedInPlace() {
        var mode = UpdateMode.IN_PLACE;
        assertThat(decided(new Situation(
                        mode, true, false, true, true, ResizeState.NONE, Duration.ZERO, FREE, false, false, true)))
                .isEqualTo("InfeasibleCached");
    }

    @Test
    void inPlaceNeedsItsGateARecommendationAndARunningPod() {
        var mode = UpdateMode.IN_PLACE;
        var none = ResizeState.NONE;
        assertThat(decided(
                        new Situation(mode, false, false, true, false, none, Duration.ZERO, FREE, false, false, true)))
                .isEqualTo("Deferred");
        assertThat(decided(new Situation(mode, true, true, true, false, none, Duration.ZERO, FREE, false, false, true)))
                .isEqualTo("Deferred");
        assertThat(decided(
                        new Situation(mode, true, false, false, false, none, Duration.ZERO, FREE, false, false, true)))
                .isEqualTo("Deferred");
    }

    @Test
    void modesAreNamedAsTheApiNamesThem() {
        assertThat(UpdateMode.named("Auto")).contains(UpdateMode.RECREATE);
        assertThat(UpdateMode.named("InPlaceOrRecreate")).contains(UpdateMode.IN_PLACE_OR_RECREATE);
        assertThat(UpdateMode.named("auto")).isEmpty();
        assertThat(UpdateMode.INITIAL.isActive()).isFalse();
        assertThat(UpdateMode.RECREATE.isInPlace()).isFalse();
    }
}
