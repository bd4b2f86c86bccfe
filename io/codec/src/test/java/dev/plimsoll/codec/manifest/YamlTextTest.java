package dev.plimsoll.codec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written as YAML stays a text for readers of every YAML version. */
class YamlTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"Off", "on", "YES", "n", "~", "null", "1_000", "12:30:45", "0b11", "2026-01-02", "017", "1.5"})
    @DisplayName("what an older reader takes for a boolean, a number or a date is quoted")
    void quoted(String text) {
        assertThat(written(text)).isIn("a: \"" + text + "\"\n", "a: '" + text + "'\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Initial", "500m", "1Gi", "web", "Offline", "a/b:c"})
    @DisplayName("other texts are plain")
    void plain(String text) {
        assertThat(written(text)).isEqualTo("a: " + text + "\n");
    }

    private static String written(String text) {
        return YamlText.of(JsonNodeFactory.instance.objectNode().put("a", text));
    }
}
