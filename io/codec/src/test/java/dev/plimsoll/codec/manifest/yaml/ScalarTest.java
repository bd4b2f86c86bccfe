package dev.plimsoll.codec.manifest.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.Loads;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scalar means. The expectations were compared with kubectl 1.32, but for y, n and exact numbers. */
class ScalarTest {
    /** @param expected the type's initial, then the text that the quantity reader would see */
    record Row(String sentence, String yaml, String expected) {
        @Override
        public String toString() {
            return sentence + ": " + yaml.replace("\n", "\\n");
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("nothing is null", "x:", "null"),
                new Row("a tilde is null", "x: ~", "null"),
                new Row("null is null", "x: null", "null"),
                new Row("Null is null", "x: Null", "null"),
                new Row("NULL is null", "x: NULL", "null"),
                new Row("another case of null is text", "x: nuLL", "s nuLL"),
                new Row("true is true", "x: true", "b true"),
                new Row("True is true", "x: True", "b true"),
                new Row("TRUE is true", "x: TRUE", "b true"),
                new Row("another case of true is text", "x: tRUE", "s tRUE"),
                new Row("yes is true", "x: yes", "b true"),
                new Row("Yes is true", "x: Yes", "b true"),
                new Row("on is true", "x: on", "b true"),
                new Row("ON is true", "x: ON", "b true"),
                new Row("false is false", "x: false", "b false"),
                new Row("no is false", "x: no", "b false"),
                new Row("NO is false", "x: NO", "b false"),
                new Row("off is false", "x: off", "b false"),
                new Row("Off is false", "x: Off", "b false"),
                new Row("y is true", "x: y", "b true"),
                new Row("n is false", "x: n", "b false"),
                new Row("digits are an integer", "x: 42", "i 42"),
                new Row("a plus sign is dropped", "x: +5", "i 5"),
                new Row("a minus sign counts", "x: -5", "i -5"),
                new Row("minus zero is zero", "x: -0", "i 0"),
                new Row("0x is hexadecimal", "x: 0x1F", "i 31"),
                new Row("0X is hexadecimal", "x: 0X1f", "i 31"),
                new Row("a negative number may be hexadecimal", "x: -0x1f", "i -31"),
                new Row("0o is octal", "x: 0o17", "i 15"),
                new Row("a leading 0 is octal", "x: 017", "i 15"),
                new Row("a leading 0 before an 8 or 9 means nothing", "x: 089", "i 89"),
                new Row("0b is binary", "x: 0b101", "i 5"),
                new Row("a digit that the base lacks makes text", "x: 0b12", "s 0b12"),
                new Row("underscores group digits", "x: 1_000", "i 1000"),
                new Row("a leading underscore makes text", "x: _1", "s _1"),
                new Row("an integer beyond 32 bits stays exact", "x: 9007199254740993", "i 9007199254740993"),
                new Row("an integer beyond 64 bits stays exact", "x: 18446744073709551617", "i 18446744073709551617"),
                new Row("hexadecimal beyond 64 bits is text", "x: 0x1FFFFFFFFFFFFFFFF", "s 0x1FFFFFFFFFFFFFFFF"),
                new Row(
                        "octal beyond 64 bits is read as decimal",
                        "x: 07777777777777777777777",
                        "i 7777777777777777777777"),
                new Row("a fraction stays exact", "x: 0.1", "f 0.1"),
                new Row("a fraction keeps its last zeros", "x: 1.10", "f 1.10"),
                new Row(
                        "more digits than a float holds are kept",
                        "x: 0.1000000000000000055511",
                        "f 0.1000000000000000055511"),
                new Row("an exponent keeps its text", "x: 1e3", "f 1e3"),
                new Row("a capital exponent keeps its text", "x: 1E3", "f 1E3"),
                new Row("a signed exponent keeps its text", "x: 1.5e+3", "f 1.5e+3"),
                new Row("a missing zero before the point is added", "x: .5", "f 0.5"),
                new Row("a missing zero is added after a sign", "x: +.5", "f 0.5"),
                new Row("a point at the end is dropped", "x: 5.", "i 5"),
                new Row("a point before the exponent is dropped", "x: 1.e3", "f 1e3"),
                new Row("underscores are dropped from fractions", "x: 685_230.15", "f 685230.15"),
                new Row("underscores may stand between digits after a leading point", "x: .6_7", "f 0.67"),
                new Row("underscores elsewhere after a leading point make text", "x: .6_", "s .6_"),
                new Row("leading zeros are dropped from fractions", "x: 09.5", "f 9.5"),
                new Row("a zero with a fraction keeps its text", "x: 0.00", "f 0.00"),
                new Row("what a float cannot hold is text", "x: 1e400", "s 1e400"),
                new Row("an absurd exponent is text", "x: 1e99999999999", "s 1e99999999999"),
                new Row("what is smaller than any float is zero", "x: 1e-99999999999", "i 0"),
                new Row("a zero with an exponent is zero", "x: 0e99999999999", "i 0"),
                new Row("an exponent without digits makes text", "x: 1e", "s 1e"),
                new Row("a point alone is text", "x: .", "s ."),
                new Row("a minus alone is text", "x: -1-", "s -1-"),
                new Row("a quantity with a suffix is text", "x: 100m", "s 100m"),
                new Row("sexagesimal numbers are text", "x: 1:30", "s 1:30"),
                new Row("a date is text", "x: 2020-01-01", "s 2020-01-01"),
                new Row("a time is text", "x: 2020-01-01T00:00:00Z", "s 2020-01-01T00:00:00Z"),
                new Row("double quotes make text", "x: \"1\"", "s 1"),
                new Row("single quotes make text", "x: 'yes'", "s yes"),
                new Row("quotes around nothing make an empty text", "x: ''", "s "),
                new Row("a literal block is text", "x: |-\n  12", "s 12"),
                new Row("a folded block is text", "x: >-\n  true", "s true"),
                new Row("an escaped pair of surrogates is one character", "x: \"\\ud83d\\ude00\"", "s \uD83D\uDE00"),
                new Row("!!str makes text", "x: !!str 1", "s 1"),
                new Row("a lone ! makes text", "x: ! 12", "s 12"),
                new Row("an unknown tag makes text", "x: !mine 12", "s 12"),
                new Row("!!int reads a quoted number", "x: !!int \"2\"", "i 2"),
                new Row("!!float takes an integer", "x: !!float 3", "i 3"),
                new Row("!!bool reads a quoted word", "x: !!bool \"yes\"", "b true"),
                new Row("!!null takes nothing", "x: !!null ''", "null"),
                new Row("!!timestamp is text", "x: !!timestamp 2020-01-01", "s 2020-01-01"),
                new Row("!!binary is decoded", "x: !!binary aGVs\\\n  bG8=".replace("\\\n  ", ""), "s hello"),
                new Row("a JSON text may hold an escaped slash", "x: \"a\\/b\"", "s a/b"),
                new Row(
                        "a number of more than 1,000 digits is text",
                        "x: 0." + "1".repeat(1_000),
                        "s 0." + "1".repeat(1_000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void meaning(Row row) {
        assertEquals(row.expected(), describe(Loads.field(row.yaml() + "\n")));
    }

    private static String describe(JsonNode node) {
        if (node.isNull()) return "null";
        if (node.isTextual()) return "s " + node.textValue();
        if (node.isBoolean()) return "b " + node.booleanValue();
        return (node.isIntegralNumber() ? "i " : "f ") + node.asText();
    }
}
