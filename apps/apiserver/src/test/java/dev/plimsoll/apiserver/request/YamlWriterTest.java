package dev.plimsoll.apiserver.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlWriterTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void keysOfAnyLengthAreReadAgain() throws Exception {
        for (var length : new int[] {1, 999, 1000, 1024, 5000}) {
            var key = "[".repeat(length);
            var tree = MAPPER.createObjectNode();
            tree.put(key, "x").put("b", 1);
            tree.putObject("nested").putArray(key).add("y").addObject().put(key, true);
            tree.putArray("list").addObject().putObject(key).put("z", 2);
            var text = new String(YamlWriter.bytes(tree), StandardCharsets.UTF_8);
            var read = new Load(LoadSettings.builder().build()).loadFromString(text);
            assertThat(MAPPER.<com.fasterxml.jackson.databind.JsonNode>valueToTree(read))
                    .isEqualTo(MAPPER.readTree(tree.toString()));
        }
    }
}
