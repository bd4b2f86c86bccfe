package dev.plimsoll.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.trees.RandomTrees;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Trees are written as Jackson writes them. */
class JsonBytesTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static void same(JsonNode tree) throws JsonProcessingException {
        assertThat(JsonBytes.of(tree)).as(tree.toString()).isEqualTo(MAPPER.writeValueAsBytes(tree));
    }

    @Test
    void everyLetterAndItsNeighbour() throws JsonProcessingException {
        for (var letter = 0; letter <= Character.MAX_VALUE; letter++) {
            if (Character.isSurrogate((char) letter)) continue;
            var text = "a" + (char) letter + "b";
            same(NODES.objectNode().put(text, text));
        }
        same(NODES.textNode("two halves \uD83D\uDE00 of one letter"));
    }

    @Test
    void numbersOfAllKinds() throws JsonProcessingException {
        var list = NODES.arrayNode()
                .add(0)
                .add(Integer.MIN_VALUE)
                .add(Long.MAX_VALUE)
                .add(Long.MIN_VALUE)
                .add((short) 7)
                .add(1.5f)
                .add(0.1)
                .add(1e300)
                .add(new BigInteger("123456789012345678901234567890"))
                .add(new BigDecimal("1E+3"))
                .add(new BigDecimal("0.10"));
        same(list);
    }

    @Test
    void emptyDeepAndLong() throws JsonProcessingException {
        same(NODES.objectNode());
        same(NODES.arrayNode());
        same(NODES.nullNode());
        same(NODES.textNode(""));
        same(NODES.textNode("\"".repeat(100_000)));
        same(NODES.binaryNode(new byte[] {1, 2, 3}));
        JsonNode deep = NODES.booleanNode(true);
        for (var i = 0; i < 200; i++)
            deep = NODES.arrayNode().add(NODES.objectNode().set("k:{\"a\":1}", deep));
        same(deep);
    }

    @Test
    void anything() throws JsonProcessingException {
        var trees = new RandomTrees(16);
        for (var i = 0; i < 2_000; i++) same(trees.anything(5));
    }
}
