package dev.plimsoll.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read and what is printed: api.md §1.2, §1.3, §1.5 and every row of §1.9. */
class QuantityTextTest {
    private static final String SHAPE =
            "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String SUFFIX = "unable to parse quantity's suffix";

    record Text(String sentence, String in, String out, String inList) {
        @Override
        public String toString() {
            return sentence + ": " + in;
        }
    }

    private static Text same(String sentence, String in, String out) {
        return new Text(sentence, in, out, out);
    }

    static Stream<Text> texts() {
        return Stream.of(
                same("§1.9 1e3 comes back as typed", "1e3", "1e3"),
                same("§1.9 1e14 comes back 100e12", "1e14", "100e12"),
                same("§1.9 1.5e3 comes back 1500", "1.5e3", "1500"),
                same("§1.9 0.5Gi comes back 512Mi", "0.5Gi", "512Mi"),
                same("§1.9 1.5Gi comes back 1536Mi", "1.5Gi", "1536Mi"),
                same("§1.9 0.5Ki comes back 512", "0.5Ki", "512"),
                same("§1.9 1.1Ki comes back 1126400m", "1.1Ki", "1126400m"),
                same("§1.9 1024Mi comes back 1Gi", "1024Mi", "1Gi"),
                same("§1.9 1500Mi comes back 1500Mi", "1500Mi", "1500Mi"),
                same("§1.9 0Ki comes back 0", "0Ki", "0"),
                same("§1.9 00 comes back 0", "00", "0"),
                same("§1.9 -0 comes back 0", "-0", "0"),
                same("§1.9 .5 comes back 500m", ".5", "500m"),
                same("§1.9 0.5 comes back 500m", "0.5", "500m"),
                same("§1.9 1. comes back 1.", "1.", "1."),
                same("§1.9 1.5 comes back 1500m", "1.5", "1500m"),
                same("§1.9 1.50 comes back 1500m", "1.50", "1500m"),
                same("§1.9 1.500 comes back 1.500", "1.500", "1.500"),
                same("§1.9 1.000 comes back 1", "1.000", "1"),
                same("§1.9 1000m comes back 1", "1000m", "1"),
                same("§1.9 1000 comes back 1k", "1000", "1k"),
                new Text("§1.9 100u comes back 100u, in a list 1m", "100u", "100u", "1m"),
                new Text("§1.9 0.1m comes back 100u, in a list 1m", "0.1m", "100u", "1m"),
                new Text("§1.9 3.001n comes back 4n, in a list 1m", "3.001n", "4n", "1m"),
                same("§1.9 8Ei comes back 9223372036854775807", "8Ei", "9223372036854775807"),
                same("§1.9 9Ei comes back 9223372036854775807", "9Ei", "9223372036854775807"),
                same("§1.9 a number beyond 64 bits comes back", "9223372036854775808", "9223372036854775808"),
                same("§1.2 a sign alone parses as 0", "+", "0"),
                same("§1.2 a minus alone parses as 0", "-", "0"),
                same("§1.2 a point alone parses as 0", ".", "0"),
                same("§1.2 a suffix alone parses as 0", "m", "0"),
                same("§1.2 a binary suffix alone parses as 0", "Ki", "0"),
                same("§1.2 a point before a suffix is accepted", "1.G", "1.G"),
                same("§1.2 a lone E is exa", "2E", "2E"),
                new Text("§1.2 magnitude rounds up, away from zero", "-1.0000000001", "-1000000001n", "-1001m"),
                new Text("§1.2 non-zero never becomes zero", "1e-4096", "1e-9", "1e-3"),
                same("§1.2 BinarySI is capped, negative too", "-9Ei", "-9223372036854775807"),
                same("§1.2 DecimalSI is not capped", "10E", "10E"),
                new Text("§1.4 0.0001Ki in a list is 103m", "0.0001Ki", "102400u", "103m"),
                new Text("§1.4 1.0000000001 in a list is 1001m", "1.0000000001", "1000000001n", "1001m"),
                new Text("§1.4 rounding goes away from zero", "-1u", "-1u", "-1m"),
                same("§1.3 BinarySI divides by 1024 while divisible", "1048576Ki", "1Gi"),
                same("§1.3 BinarySI below 1024 prints as DecimalSI", "1.5Ki", "1536"),
                same("§1.3 the exponent is lowered to a multiple of 3", "1e4", "10e3"),
                same("§1.3 stop at e = 18 and print 1000E", "1000E", "1000E"),
                same("§1.3 minus sign only when negative", "-1500m", "-1500m"),
                same("§1.5 1E3 comes back unchanged", "1E3", "1E3"),
                same("§1.5 +1 comes back unchanged", "+1", "+1"),
                same("§1.5 007 comes back unchanged", "007", "007"),
                same("§1.5 100.035k comes back unchanged", "100.035k", "100.035k"),
                same("§1.5 18 digits are kept", "+123456789012345678", "+123456789012345678"),
                same("§1.5 19 digits are not", "+1234567890123456789", "1234567890123456789"),
                new Text("§1.5 the smallest digit is at least 10^-9", "+1.0000000010", "1000000001n", "1001m"),
                same("§1.5 11 digits of Ki are kept", "+12345678901Ki", "+12345678901Ki"),
                same("§1.5 12 digits of Ki are not", "+123456789012Ki", "123456789012Ki"),
                same("§1.5 8 digits of Mi are kept", "+12345679Mi", "+12345679Mi"),
                same("§1.5 9 digits of Mi are not", "+123456789Mi", "123456789Mi"),
                same("§1.5 5 digits of Gi are kept", "+12345Gi", "+12345Gi"),
                same("§1.5 6 digits of Gi are not", "+123457Gi", "123457Gi"),
                same("§1.5 2 digits of Ti are kept", "+12Ti", "+12Ti"),
                same("§1.5 3 digits of Ti are not", "+123Ti", "123Ti"),
                same("§1.5 never for Pi", "+1Pi", "1Pi"),
                same("§1.5 never for Ei", "+1Ei", "1Ei"),
                same("§1.5 a multiple of 8 is not kept", "+16Ki", "16Ki"),
                same("§1.5 a binary number with a fraction is not kept", "+1.5Ki", "1536"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void returnedText(Text row) {
        assertThat(Quantity.of(row.in())).hasToString(row.out());
        assertThat(Quantity.of(row.in()).roundedUpToMilli()).hasToString(row.inList());
    }

    record Refused(String in, String message) {}

    static Stream<Refused> errors() {
        return Stream.of(
                new Refused("", SHAPE),
                new Refused(" 1", SHAPE),
                new Refused("1 ", SHAPE),
                new Refused("1Ki ", SHAPE),
                new Refused("a", SHAPE),
                new Refused("1..2", SHAPE),
                new Refused("--1", SUFFIX),
                new Refused("1,5", SHAPE),
                new Refused("1e3.5", SHAPE),
                new Refused("1Ki5i", SHAPE),
                new Refused("٣", SHAPE),
                new Refused("5K", SUFFIX),
                new Refused("1i", SUFFIX),
                new Refused("1mi", SUFFIX),
                new Refused("1e", SUFFIX),
                new Refused("3e-", SUFFIX),
                new Refused("1Ki5", SUFFIX),
                new Refused("1m5", SUFFIX),
                new Refused("1-5", SUFFIX),
                new Refused("1ee3", SUFFIX),
                new Refused("1e99999999999", SUFFIX),
                new Refused("1e-99999999999", SUFFIX));
    }

    @ParameterizedTest(name = "§1.2 error texts: {0}")
    @MethodSource("errors")
    void errorText(Refused row) {
        assertThat(Quantity.parse(row.in())).isEqualTo(new ParsedQuantity.Malformed(row.message()));
        assertThatThrownBy(() -> Quantity.of(row.in())).hasMessageContaining(row.message());
    }

    record Tagged(String sentence, String in, QuantityFormat format) {
        @Override
        public String toString() {
            return sentence + ": " + in;
        }
    }

    static Stream<Tagged> tags() {
        return Stream.of(
                new Tagged("§1.2 no suffix is DecimalSI", "1", QuantityFormat.DECIMAL_SI),
                new Tagged("§1.2 m is DecimalSI", "1m", QuantityFormat.DECIMAL_SI),
                new Tagged("§1.2 a lone E is exa, DecimalSI", "1E", QuantityFormat.DECIMAL_SI),
                new Tagged("§1.2 Ki is BinarySI", "1Ki", QuantityFormat.BINARY_SI),
                new Tagged("§1.2 e with a number is DecimalExponent", "1e0", QuantityFormat.DECIMAL_EXPONENT),
                new Tagged("§1.2 E with a number is DecimalExponent", "1E+3", QuantityFormat.DECIMAL_EXPONENT),
                new Tagged("§1.9 1.5e3 keeps tag exponent", "1.5e3", QuantityFormat.DECIMAL_EXPONENT),
                new Tagged("§1.2 BinarySI between 0 and 1 becomes DecimalSI", "0.0005Ki", QuantityFormat.DECIMAL_SI),
                new Tagged("§1.2 also below zero", "-0.0005Ki", QuantityFormat.DECIMAL_SI),
                new Tagged("§1.2 BinarySI of exactly 1 stays", "0.0009765625Ki", QuantityFormat.BINARY_SI),
                new Tagged("§1.2 rounded up to 1 is not below 1", "0.00097656249999Ki", QuantityFormat.BINARY_SI),
                new Tagged("§1.2 BinarySI of 0 stays", "0Ki", QuantityFormat.BINARY_SI));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tags")
    void format(Tagged row) {
        assertThat(Quantity.of(row.in()).format()).isEqualTo(row.format());
    }

    @Test
    void everySuffixHasItsPower() {
        assertThat(Stream.of("1n", "1u", "1m", "1", "1k", "1M", "1G", "1T", "1P", "1E")
                        .map(Quantity::of))
                .containsExactly(
                        Quantity.of("1e-9"),
                        Quantity.of("1e-6"),
                        Quantity.of("1e-3"),
                        Quantity.of("1e0"),
                        Quantity.of("1e3"),
                        Quantity.of("1e6"),
                        Quantity.of("1e9"),
                        Quantity.of("1e12"),
                        Quantity.of("1e15"),
                        Quantity.of("1e18"));
        var units = new long[] {1L << 10, 1L << 20, 1L << 30, 1L << 40, 1L << 50, 1L << 60};
        var names = new String[] {"1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};
        for (var i = 0; i < units.length; i++) {
            assertThat(Quantity.of(names[i]).value()).isEqualTo(units[i]);
        }
    }
}
