package dev.plimsoll.core.workloads.horizontal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.horizontal.Behavior.Policy;
import dev.plimsoll.core.workloads.horizontal.Behavior.Rules;
import dev.plimsoll.core.workloads.horizontal.Behavior.Select;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplicaDecisionTest {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final ReplicaDecision SIZING = new ReplicaDecision(new ReplicaRange(1, 20), Duration.ofMinutes(5));
    private static final Rules FREE_DOWN =
            new Rules(Duration.ZERO, Select.MAX, List.of(policy(Policy.Unit.PERCENT, 100)));
    private static final Rules FREE_UP =
            new Rules(Duration.ZERO, Select.MAX, List.of(policy(Policy.Unit.PERCENT, 1000)));

    private static Policy policy(Policy.Unit unit, int value) {
        return new Policy(unit, value, Duration.ofSeconds(60));
    }

    private static ReplicaDecision.Sized plain(int current, int desired) {
        return SIZING.plain(current, desired, ScalingHistory.NONE, NOW);
    }

    private static ReplicaDecision.Sized by(Rules up, Rules down, int current, int desired, ScalingHistory history) {
        return SIZING.by(new Behavior(up, down), current, desired, history, NOW);
    }

    @Test
    @DisplayName("Scale-up per step is at most max(2*current, 4) without behavior")
    void stepLimit() {
        assertThat(plain(1, 9).replicas()).isEqualTo(4);
        assertThat(plain(1, 9).scalingLimited().reason()).isEqualTo("ScaleUpLimit");
        assertThat(plain(3, 9).replicas()).isEqualTo(6);
        assertThat(plain(3, 5).replicas()).isEqualTo(5);
        assertThat(plain(3, 5).scalingLimited())
                .isEqualTo(
                        new Finding(false, "DesiredWithinRange", "the desired count is within the acceptable range"));
    }

    @Test
    @DisplayName("then min and max replicas")
    void range() {
        assertThat(plain(15, 30).replicas()).isEqualTo(20);
        assertThat(plain(15, 30).scalingLimited().reason()).isEqualTo("TooManyReplicas");
        assertThat(plain(3, 0).replicas()).isEqualTo(1);
        assertThat(plain(3, 0).scalingLimited().reason()).isEqualTo("TooFewReplicas");
    }

    @Test
    @DisplayName("Nothing is taken away for five minutes after a higher recommendation")
    void stabilization() {
        var first = SIZING.plain(5, 5, ScalingHistory.NONE, NOW);
        var soon = SIZING.plain(5, 2, first.history(), NOW.plusSeconds(299));
        assertThat(soon.replicas()).isEqualTo(5);
        assertThat(soon.ableToScale().reason()).isEqualTo("ScaleDownStabilized");
        var later = SIZING.plain(5, 2, soon.history(), NOW.plusSeconds(301));
        assertThat(later.replicas()).isEqualTo(2);
        assertThat(later.ableToScale())
                .isEqualTo(new Finding(true, "ReadyForNewScale", "recommended size matches current size"));
    }

    @Test
    @DisplayName("What there is at first counts as recommended, so that a restart takes nothing away at once")
    void beginning() {
        var history = ScalingHistory.NONE.beginning(7, NOW);
        assertThat(SIZING.plain(7, 2, history, NOW.plusSeconds(15)).replicas()).isEqualTo(7);
        assertThat(history.beginning(3, NOW)).isEqualTo(history);
    }

    @Test
    @DisplayName(
            "A policy of pods or per cent bounds what is added within its period; the larger counts unless Min is selected")
    void scaleUpPolicies() {
        var policies = List.of(policy(Policy.Unit.PODS, 3), policy(Policy.Unit.PERCENT, 50));
        var most = new Rules(Duration.ZERO, Select.MAX, policies);
        assertThat(by(most, FREE_DOWN, 4, 20, ScalingHistory.NONE).replicas()).isEqualTo(7);
        assertThat(by(most, FREE_DOWN, 10, 20, ScalingHistory.NONE).replicas()).isEqualTo(15);
        var least = new Rules(Duration.ZERO, Select.MIN, policies);
        assertThat(by(least, FREE_DOWN, 4, 20, ScalingHistory.NONE).replicas()).isEqualTo(6);
        var none = new Rules(Duration.ZERO, Select.DISABLED, policies);
        assertThat(by(none, FREE_DOWN, 4, 20, ScalingHistory.NONE).replicas()).isEqualTo(4);
        assertThat(by(none, FREE_DOWN, 4, 20, ScalingHistory.NONE)
                        .scalingLimited()
                        .reason())
                .isEqualTo("ScaleUpLimit");
    }

    @Test
    @DisplayName("What was added within the period already counts against the policy")
    void eventsCount() {
        var rules = new Rules(Duration.ZERO, Select.MAX, List.of(policy(Policy.Unit.PODS, 4)));
        var recently = ScalingHistory.NONE.changing(3, NOW.minusSeconds(30), Duration.ofSeconds(60));
        assertThat(by(rules, FREE_DOWN, 8, 20, recently).replicas()).isEqualTo(9);
        var longAgo = ScalingHistory.NONE.changing(3, NOW.minusSeconds(61), Duration.ofSeconds(60));
        assertThat(by(rules, FREE_DOWN, 8, 20, longAgo).replicas()).isEqualTo(12);
    }

    @Test
    @DisplayName("A policy bounds what is taken away within its period")
    void scaleDownPolicies() {
        var policies = List.of(policy(Policy.Unit.PODS, 2), policy(Policy.Unit.PERCENT, 50));
        var most = new Rules(Duration.ZERO, Select.MAX, policies);
        assertThat(by(FREE_UP, most, 10, 1, ScalingHistory.NONE).replicas()).isEqualTo(5);
        var least = new Rules(Duration.ZERO, Select.MIN, policies);
        var slow = by(FREE_UP, least, 10, 1, ScalingHistory.NONE);
        assertThat(slow.replicas()).isEqualTo(8);
        assertThat(slow.scalingLimited().reason()).isEqualTo("ScaleDownLimit");
        var none = new Rules(Duration.ZERO, Select.DISABLED, policies);
        assertThat(by(FREE_UP, none, 10, 1, ScalingHistory.NONE).replicas()).isEqualTo(10);
    }

    @Test
    @DisplayName("Windows: up to the least recommended lately, down to the most, nothing where they cross")
    void windows() {
        var patient = new Rules(Duration.ofSeconds(60), Select.MAX, FREE_UP.policies());
        var history = ScalingHistory.NONE.recommending(6, NOW.minusSeconds(30), Duration.ofMinutes(1));
        var up = by(patient, FREE_DOWN, 4, 9, history);
        assertThat(up.replicas()).isEqualTo(6);
        assertThat(up.ableToScale().reason()).isEqualTo("ScaleUpStabilized");
        var down = by(FREE_UP, new Rules(Duration.ofSeconds(60), Select.MAX, FREE_DOWN.policies()), 9, 2, history);
        assertThat(down.replicas()).isEqualTo(6);
        assertThat(down.ableToScale().reason()).isEqualTo("ScaleDownStabilized");
        var old = ScalingHistory.NONE.recommending(6, NOW.minusSeconds(61), Duration.ofMinutes(2));
        assertThat(by(patient, FREE_DOWN, 4, 9, old).replicas()).isEqualTo(9);
    }

    @Test
    @DisplayName("Percent policies round in favour of the change")
    void rounding() {
        assertThat(policy(Policy.Unit.PERCENT, 10).most(3)).isEqualTo(4);
        assertThat(policy(Policy.Unit.PERCENT, 10).least(3)).isEqualTo(2);
        assertThat(new Behavior(FREE_UP, FREE_DOWN).longestPeriod()).isEqualTo(Duration.ofSeconds(60));
    }
}
