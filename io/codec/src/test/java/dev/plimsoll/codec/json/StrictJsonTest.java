package dev.plimsoll.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.codec.trees.RandomTrees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read, what is refused, and in which words. */
class StrictJsonTest {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static ReadJson read(String text) {
        return new StrictJson().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Arguments row(String text, String message) {
        return Arguments.of(text, message);
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                row("{nope", "invalid character 'n' looking for beginning of object key string"),
                row("", "unexpected end of JSON input"),
                row("  ", "unexpected end of JSON input"),
                row("{", "unexpected end of JSON input"),
                row("{\"a\"", "unexpected end of JSON input"),
                row("{\"a\":1", "unexpected end of JSON input"),
                row("[1", "unexpected end of JSON input"),
                row("\"a", "unexpected end of JSON input"),
                row("{\"a\" 1}", "invalid character '1' after object key"),
                row("{\"a\":1 2}", "invalid character '2' after object key:value pair"),
                row("{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
                row("[1 2]", "invalid character '2' after array element"),
                row("[1,]", "invalid character ']' looking for beginning of value"),
                row("{} x", "invalid character 'x' after top-level value"),
                row("{}{}", "invalid character '{' after top-level value"),
                row("tru", "unexpected end of JSON input"),
                row("trux", "invalid character 'x' in literal true (expecting 'e')"),
                row("-x", "invalid character 'x' in numeric literal"),
                row("1.x", "invalid character 'x' after decimal point in numeric literal"),
                row("1ex", "invalid character 'x' in exponent of numeric literal"),
                row("01", "invalid character '1' after top-level value"),
                row("\"\n\"", "invalid character '\\n' in string literal"),
                row("\"\\x\"", "invalid character 'x' in string escape code"),
                row("\"\\u00zz\"", "invalid character 'z' in \\u hexadecimal character escape"),
                row("kind: Pod", "invalid character 'k' looking for beginning of value"),
                row("'", "invalid character '\\'' looking for beginning of value"),
                row("1e999", "json: cannot unmarshal number 1e999 into Go value of type float64"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void malformedTextIsRefused(String text, String message) {
        assertThat(read(text)).isEqualTo(new ReadJson.Malformed(message));
    }

    @Test
    void namesThatOccurTwiceAreReportedAndTheLastCounts() {
        var read = read("{\"spec\":{\"x\":1,\"y\":[{\"z\":1,\"z\":2}],\"x\":3},\"spec.x\":0}");
        if (!(read instanceof ReadJson.Tree(var root, var duplicates))) throw new AssertionError(read);
        assertThat(duplicates).extracting(Trail::toString).containsExactly("spec.y[0].z", "spec.x");
        assertThat(root.at("/spec/x").asInt()).isEqualTo(3);
    }

    @Test
    void sizeAndDepthAreLimited() {
        var reader = new StrictJson(100, 10);
        assertThat(reader.read(new byte[101])).isEqualTo(new ReadJson.TooLarge(100));
        assertThat(new ReadJson.TooLarge(3145728).message()).isEqualTo("Request entity too large: limit is 3145728");
        assertThat(reader.read(("[".repeat(10) + "]".repeat(10)).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ReadJson.Tree.class);
        assertThat(reader.read(("[".repeat(11) + "]".repeat(11)).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new ReadJson.Malformed("exceeded max depth"));
        assertThat(read("[".repeat(1_000_000))).isInstanceOf(ReadJson.Malformed.class);
    }

    @Test
    void whatCannotBeSentAgainIsReplaced() throws Exception {
        var read = read("{\"a\":\"\\ud800x\"}");
        if (!(read instanceof ReadJson.Tree(var root, var _))) throw new AssertionError(read);
        assertThat(root.path("a").asText()).isEqualTo("\uFFFDx");
        assertThat(MAPPER.writeValueAsBytes(root)).isNotEmpty();
        assertThat(new StrictJson().read(new byte[] {'"', (byte) 0xff, '"'})).isInstanceOf(ReadJson.Tree.class);
    }

    @Test
    void whatIsPrintedIsRead() {
        var trees = new RandomTrees(51);
        for (var i = 0; i < 3_000; i++) {
            var tree = trees.anything(6);
            assertThat(read(tree.toString())).isEqualTo(new ReadJson.Tree(tree, List.of()));
        }
    }

    @Test
    void anotherReaderAgreesOnWhatIsJson() {
        var trees = new RandomTrees(52);
        var pieces =
                List.of("{", "}", "[", "]", ",", ":", "\"a\"", "1", "-", "0", ".5", "e1", "true", "null", " ", "\"");
        for (var i = 0; i < 30_000; i++) {
            var text = new StringBuilder();
            for (var n = trees.random().nextInt(8); n >= 0; n--) text.append(trees.oneOf(pieces));
            var ours = read(text.toString());
            assertThat(ours instanceof ReadJson.Tree).as(text.toString()).isEqualTo(isJson(text.toString()));
            if (ours instanceof ReadJson.Malformed(var message))
                assertThat(message).isNotEqualTo("invalid JSON");
        }
    }

    private static boolean isJson(String text) {
        try {
            return !MAPPER.readTree(text).isMissingNode();
        } catch (JsonProcessingException _) {
            return false;
        }
    }
}
