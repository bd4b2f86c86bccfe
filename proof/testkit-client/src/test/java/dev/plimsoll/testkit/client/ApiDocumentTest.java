package dev.plimsoll.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents without a library, compared with Jackson. */
class ApiDocumentTest {
    private static final ObjectMapper JACKSON = new ObjectMapper();

    @Test
    @DisplayName("random JSON is read and written as Jackson reads and writes it")
    void sameAsJackson() throws Exception {
        var random = new Random(24);
        for (var round = 0; round < 2_000; round++) {
            var made = JACKSON.readTree(value(random, 4));
            assertThat(JACKSON.readTree(ApiDocument.parse(made.toString()).toString()))
                    .isEqualTo(JACKSON.readTree(made.toString()));
            assertThat(JACKSON.readTree(ApiDocument.parse(made.toPrettyString()).toString()))
                    .isEqualTo(JACKSON.readTree(made.toString()));
        }
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> random.nextBoolean() ? "true" : "null";
            case 2 -> Double.toString(random.nextInt(1000) / 8.0);
            case 3, 4 -> text(random);
            case 5 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(each -> value(random, depth - 1))
                        .collect(Collectors.joining(",", "[", "]"));
            default ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(each -> "\"f" + each + "\" : " + value(random, depth - 1))
                        .collect(Collectors.joining(" , ", "{", "}"));
        };
    }

    private static String text(Random random) {
        var parts = new String[] {"a", "\\n", "\\\"", "\\\\", "\\u00e9", "ü", "\\/", "\\t", "\uD83D\uDE00", " "};
        var text = new StringBuilder("\"");
        for (var left = random.nextInt(6); left > 0; left--) text.append(parts[random.nextInt(parts.length)]);
        return text.append('"').toString();
    }

    @Test
    @DisplayName("pointers find fields with slashes and tildes, and elements of lists")
    void pointers() {
        var document = ApiDocument.parse("{\"a/b\":{\"c~d\":[1,{\"e\":\"f\"}]},\"n\":null}");
        assertThat(document.at("/a~1b/c~0d/1/e").asText()).isEqualTo("f");
        assertThat(document.at("/a~1b/c~0d/0").asInt()).isEqualTo(1);
        assertThat(document.at("/a~1b/c~0d/2").isMissingNode()).isTrue();
        assertThat(document.at("/n").isMissingNode()).isFalse();
        assertThat(document.at("/n").asText()).isEmpty();
        assertThat(document.at("").size()).isEqualTo(2);
        assertThatThrownBy(() -> document.at("a")).hasMessageContaining("/status/phase");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "{\"a\":}",
                "\"a",
                "\"\\x\"",
                "\"\\u00\"",
                "\"\\u00zz\"",
                "1 2",
                "nul",
                "-",
                "{a:1}",
                "]"
            })
    @DisplayName("what is no JSON is refused")
    void refused(String text) {
        assertThatThrownBy(() -> ApiDocument.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not JSON");
    }

    @Test
    @DisplayName("JSON that nests without end is refused")
    void tooDeep() {
        assertThatThrownBy(() -> ApiDocument.parse("[".repeat(100_000))).hasMessageContaining("not JSON");
    }
}
