package dev.plimsoll.core.estimation.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerOfTwoTest {
    /** Weights of single samples in recorded checkpoints; {@code Math.pow} gives another last digit for the first one. */
    @ParameterizedTest
    @CsvSource({
        "37397, 1.3498841975247025",
        "-42013, 0.7138725463537522",
        "-8450, 0.9344562813978597",
    })
    void weightsAreThoseOfRecordedCheckpoints(long seconds, double recorded) {
        assertThat(PowerOfTwo.of(seconds / 86_400.0)).isEqualTo(recorded);
    }

    @Test
    void wholeExponentsAreExact() {
        for (var exponent = Double.MIN_EXPONENT; exponent <= Double.MAX_EXPONENT; exponent++) {
            assertThat(PowerOfTwo.of(exponent)).isEqualTo(Math.scalb(1.0, exponent));
        }
        assertThat(PowerOfTwo.of(-0.0)).isEqualTo(1);
    }

    @Test
    void othersAreWithinAUnitInTheLastPlace() {
        var random = new Random(1);
        for (var i = 0; i < 100_000; i++) {
            var exponent = random.nextDouble(-200, 200);
            var exact = StrictMath.pow(2, exponent);
            assertThat(PowerOfTwo.of(exponent)).isCloseTo(exact, within(2 * Math.ulp(exact)));
        }
    }

    @Test
    void whatADoubleCannotHoldEnds() {
        assertThat(PowerOfTwo.of(1024)).isInfinite();
        assertThat(PowerOfTwo.of(-1075)).isZero();
        assertThat(PowerOfTwo.of(Double.NaN)).isNaN();
    }
}
