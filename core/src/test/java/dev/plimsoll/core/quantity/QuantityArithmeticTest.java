package dev.plimsoll.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** api.md §1.1, §1.6 and §1.7. */
class QuantityArithmeticTest {
    record Operation(String sentence, String left, String right, BinaryOperator<Quantity> step, String text) {
        @Override
        public String toString() {
            return sentence + ": " + left + ", " + right;
        }
    }

    private static Operation plus(String sentence, String left, String right, String text) {
        return new Operation(sentence, left, right, Quantity::plus, text);
    }

    private static Operation minus(String sentence, String left, String right, String text) {
        return new Operation(sentence, left, right, Quantity::minus, text);
    }

    private static Operation max(String sentence, String left, String right, String text) {
        return new Operation(sentence, left, right, Quantity::max, text);
    }

    static Stream<Operation> operations() {
        return Stream.of(
                plus("§1.6 the left tag stays", "1Gi", "1G", "2073741824"),
                plus("§1.6 the left tag stays", "1G", "1Gi", "2073741824"),
                plus("§1.6 a left tag of BinarySI prints so", "1Gi", "1024", "1048577Ki"),
                plus("§1.6 a left tag of DecimalSI prints so", "1024", "1Gi", "1073742848"),
                plus("§1.6 a left 0 takes the right tag", "0", "1Gi", "1Gi"),
                minus("§1.6 a left 0 takes the right tag", "0", "1Gi", "-1Gi"),
                plus("§1.6 any arithmetic drops the text", "1.500", "0", "1500m"),
                plus("§1.6 sums are exact across units", "1n", "1E", "1000000000000000000000000001n"),
                plus("§1.6 sums are exact beyond 64 bits", "9223372036854775807", "1", "9223372036854775808"),
                plus("§1.6 and below", "-9223372036854775807", "-2", "-9223372036854775809"),
                plus("§1.6 back into 64 bits", "9223372036854775808", "-1", "9223372036854775807"),
                minus("§1.6 differences are exact", "1", "1n", "999999999n"),
                minus("§1.6 from a very wide number", "1e30", "1e30", "0"),
                minus("§1.6 of the least 64-bit number", "0", "-9223372036854775808", "9223372036854775808"),
                max("§1.1 ordering uses the number only, the left one if equal", "1000m", "1e0", "1"),
                max("§1.1 the larger one", "1Gi", "1G", "1Gi"),
                max("§1.1 the larger one, to the right", "1G", "1Gi", "1Gi"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void arithmetic(Operation row) {
        assertThat(row.step().apply(Quantity.of(row.left()), Quantity.of(row.right())))
                .hasToString(row.text());
    }

    record Product(String factor, long times, String text) {}

    static Stream<Product> products() {
        return Stream.of(
                new Product("300m", 4, "1200m"),
                new Product("1Gi", 3, "3Gi"),
                new Product("9E", 10, "90E"),
                new Product("1.5", 0, "0"),
                new Product("1m", -1000, "-1"));
    }

    @ParameterizedTest(name = "§1.6 Mul by integer exact: {0}")
    @MethodSource("products")
    void multiplication(Product row) {
        assertThat(Quantity.of(row.factor()).times(row.times())).hasToString(row.text());
    }

    record Integers(String sentence, String in, long value, long milli) {
        @Override
        public String toString() {
            return sentence + ": " + in;
        }
    }

    static Stream<Integers> integers() {
        return Stream.of(
                new Integers("§1.7 Value = ceil(v)", "1n", 1, 1),
                new Integers("§1.7 MilliValue = ceil(1000 v)", "1.0001", 2, 1001),
                new Integers("§1.7 whole numbers stay", "3", 3, 3000),
                new Integers("§1.7 negative rounds away from zero", "-1n", -1, -1),
                new Integers("§1.7 negative rounds away from zero", "-1.0001", -2, -1001),
                new Integers("§1.7 MaxMilli fits", "9223372036854775", 9223372036854775L, 9223372036854775000L),
                new Integers("§1.7 above MaxMilli saturates", "9223372036854776", 9223372036854776L, Long.MAX_VALUE),
                new Integers("§1.7 beyond 64 bits saturates", "1e30", Long.MAX_VALUE, Long.MAX_VALUE),
                new Integers("§1.7 also below zero", "-1e30", Long.MIN_VALUE, Long.MIN_VALUE),
                new Integers("§1.7 a wide fraction rounds up", "10.0000000005", 11, 10001));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("integers")
    void integerAccessors(Integers row) {
        assertThat(Quantity.of(row.in()).value()).isEqualTo(row.value());
        assertThat(Quantity.of(row.in()).milliValue()).isEqualTo(row.milli());
    }

    record Equal(String left, String right) {}

    static Stream<Equal> equals() {
        return Stream.of(
                new Equal("1000m", "1"),
                new Equal("1", "1e0"),
                new Equal("1Ki", "1024"),
                new Equal("0", "-0Ki"),
                new Equal("1.500", "1500m"),
                new Equal("1e30", "1000000000000E"),
                new Equal("9223372036854775808", "9223372036854775808000m"));
    }

    @ParameterizedTest(name = "§1.1 equality uses the number only: {0}")
    @MethodSource("equals")
    void equality(Equal row) {
        var left = Quantity.of(row.left());
        var right = Quantity.of(row.right());
        assertThat(left).isEqualTo(right).hasSameHashCodeAs(right).isEqualByComparingTo(right);
    }
}
