package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantitySum;
import dev.plimsoll.testkit.gen.Quantities;
import dev.plimsoll.testkit.gen.Samples;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class QuantityPropertyTest {
    private static final Samples SAMPLES = Samples.of(10_000);

    @Test
    void everyTextMeansWhatItsTwinSays() {
        SAMPLES.check(
                Quantities.texts(),
                text -> assertThat(Naive.number(Quantity.of(text)))
                        .isEqualTo(Naive.plain(Naive.parse(text).orElseThrow())));
    }

    @Test
    void anyTextIsJudgedAsItsTwinJudgesIt() {
        SAMPLES.check(
                Quantities.anyTexts(),
                text -> assertThat(Quantity.parse(text) instanceof ParsedQuantity.Parsed)
                        .isEqualTo(Naive.parse(text).isPresent()));
    }

    @Test
    void wrongTextsAreNoQuantities() {
        SAMPLES.check(
                Quantities.wrongTexts(),
                text -> assertThat(Quantity.parse(text)).isInstanceOf(ParsedQuantity.Malformed.class));
    }

    @Test
    void whatIsPrintedReadsBackAsTheSameQuantity() {
        SAMPLES.check(Quantities.quantities(), quantity -> {
            assertThat(Quantity.of(quantity.toString())).isEqualTo(quantity);
            var canonical = canonical(quantity);
            var again = Quantity.of(canonical);
            assertThat(again).isEqualTo(quantity).hasToString(canonical);
            assertThat(canonical(again)).isEqualTo(canonical);
        });
    }

    private static String canonical(Quantity quantity) {
        return Quantity.of(quantity.toBigDecimal(), quantity.format()).toString();
    }

    @Test
    void orderAndEqualityAreThoseOfTheNumbers() {
        SAMPLES.check(Quantities.quantities().list(2, 2), pair -> {
            var left = pair.getFirst();
            var right = pair.getLast();
            var order = left.toBigDecimal().compareTo(right.toBigDecimal());
            assertThat(Integer.signum(left.compareTo(right))).isEqualTo(order);
            assertThat(Integer.signum(right.compareTo(left))).isEqualTo(-order);
            assertThat(left.equals(right)).isEqualTo(order == 0);
            assertThat(left.isLessThan(right)).isEqualTo(order < 0);
            assertThat(left.isGreaterThan(right)).isEqualTo(order > 0);
            assertThat(left.max(right).toBigDecimal())
                    .isEqualByComparingTo(left.toBigDecimal().max(right.toBigDecimal()));
            var same = Quantity.of(left.toBigDecimal().setScale(12), right.format());
            assertThat(same).isEqualTo(left).hasSameHashCodeAs(left);
        });
    }

    @Test
    void sumsDifferencesAndProductsAreThoseOfTheNumbers() {
        SAMPLES.check(Quantities.quantities().list(2, 2), pair -> {
            var left = pair.getFirst();
            var right = pair.getLast();
            var a = left.toBigDecimal();
            var b = right.toBigDecimal();
            assertThat(left.plus(right).toBigDecimal()).isEqualByComparingTo(a.add(b));
            assertThat(left.minus(right).toBigDecimal()).isEqualByComparingTo(a.subtract(b));
            assertThat(left.negated().toBigDecimal()).isEqualByComparingTo(a.negate());
            assertThat(left.times(right.value()).toBigDecimal())
                    .isEqualByComparingTo(a.multiply(BigDecimal.valueOf(right.value())));
            assertThat(left.plus(right).minus(right)).isEqualTo(left).hasSameHashCodeAs(left);
            assertThat(left.plus(right).format()).isEqualTo(left.isZero() ? right.format() : left.format());
        });
    }

    @Test
    void aRunningSumIsRepeatedAddition() {
        var sum = new QuantitySum();
        SAMPLES.check(Quantities.quantities().list(0, 6), quantities -> {
            sum.clear();
            Quantity expected = null;
            for (var quantity : quantities) {
                sum.add(quantity);
                expected = expected == null ? quantity : expected.plus(quantity);
            }
            assertThat(sum.isEmpty()).isEqualTo(quantities.isEmpty());
            assertThat(sum.toQuantity()).isEqualTo(expected == null ? Quantity.ZERO : expected);
            if (expected == null) return;
            assertThat(sum.toQuantity().format()).isEqualTo(expected.format());
            assertThat(sum.toQuantity()).hasToString(expected.toString());
        });
    }

    @Test
    void anOrderOfAddingGivesTheSameNumber() {
        SAMPLES.check(Quantities.quantities().list(1, 6), quantities -> {
            var reversed = new ArrayList<>(quantities);
            Collections.reverse(reversed);
            assertThat(quantities.stream().reduce(Quantity.ZERO, Quantity::plus))
                    .isEqualTo(reversed.stream().reduce(Quantity.ZERO, Quantity::plus));
        });
    }

    @Test
    void integersAreRoundedAwayFromZeroAndSaturate() {
        SAMPLES.check(Quantities.quantities(), quantity -> {
            var number = quantity.toBigDecimal();
            assertThat(quantity.value()).isEqualTo(saturated(number));
            assertThat(quantity.milliValue()).isEqualTo(saturated(number.movePointRight(3)));
            assertThat(quantity.roundedUpToMilli().toBigDecimal())
                    .isEqualByComparingTo(number.setScale(Math.min(3, Math.max(number.scale(), 0)), RoundingMode.UP));
            assertThat(quantity.isInteger())
                    .isEqualTo(number.remainder(BigDecimal.ONE).signum() == 0);
            assertThat(quantity.sign()).isEqualTo(number.signum());
        });
    }

    private static long saturated(BigDecimal number) {
        return number.setScale(0, RoundingMode.UP)
                .toBigInteger()
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .longValueExact();
    }
}
