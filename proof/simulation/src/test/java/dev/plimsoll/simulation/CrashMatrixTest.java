package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.resize.protocol.Effect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The process dies before and after every single effect of every scenario, and each time the node comes to the same end. */
// Acceptance of KEP-1287: cri-idempotent, critical-pods, restart-readmit, restart-points, update-sums, terminated
// Acceptance of KEP-1287: shutting-down, actuated-kept
class CrashMatrixTest {
    static List<Scenario> scenarios() {
        return Scenarios.all();
    }

    @Test
    void thereAreEnoughScenarios() {
        assertThat(Scenarios.all()).hasSizeGreaterThanOrEqualTo(200);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void comesToTheSameEnd(Scenario scenario) {
        var undisturbed = scenario.play(CrashPlan.NEVER);
        var expected = Fingerprint.of(undisturbed);
        var effects = undisturbed.performed().size();
        for (var number = 0; number < effects; number++) {
            // A metric, an event or a timer leaves nothing behind: dying before it is dying before what comes after it.
            if (isWord(undisturbed.performed().get(number)) && !undisturbed.endsStep(number)) continue;
            for (var isAfter : new boolean[] {false, true}) {
                // Within a step, after an effect is before the next one.
                if (isAfter && !undisturbed.endsStep(number)) continue;
                var plan = new CrashPlan(number, isAfter);
                var node = scenario.play(plan);
                assertThat(plan.hasDied()).isTrue();
                assertThat(Fingerprint.of(node))
                        .as(
                                "died %s effect %d: %s",
                                isAfter ? "after" : "before",
                                number,
                                undisturbed.performed().get(number).getClass().getSimpleName())
                        .isEqualTo(expected);
            }
        }
    }

    private static boolean isWord(Effect effect) {
        return effect instanceof Effect.Observe
                || effect instanceof Effect.EmitEvent
                || effect instanceof Effect.Log
                || effect instanceof Effect.WakeUp;
    }
}
