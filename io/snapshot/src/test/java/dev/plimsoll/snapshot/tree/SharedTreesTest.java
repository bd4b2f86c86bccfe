package dev.plimsoll.snapshot.tree;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of simulate: snapshot-large
class SharedTreesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 5 : 8)) {
            case 0 -> NODES.textNode("text-" + random.nextInt(50) + (random.nextInt(10) == 0 ? "é\n\"" : ""));
            case 1 -> NODES.numberNode(random.nextInt(5));
            case 2 -> NODES.numberNode(random.nextLong());
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.nullNode();
            case 5 -> {
                var array = NODES.arrayNode();
                for (var i = random.nextInt(5); i > 0; i--) array.add(value(random, depth + 1));
                yield array;
            }
            default -> object(random, depth + 1);
        };
    }

    private static ObjectNode object(Random random, int depth) {
        var object = NODES.objectNode();
        for (var i = random.nextInt(6); i > 0; i--) object.set("member" + random.nextInt(8), value(random, depth));
        return object;
    }

    @Test
    @DisplayName("10,000 documents by chance are the same as Jackson reads them, whatever was read before")
    void sameAsJackson() throws IOException {
        var random = new Random(11);
        var trees = new SharedTrees(LeftOutFields.OF_MEMORY);
        for (var i = 0; i < 10_000; i++) {
            var document = object(random, 0);
            var text = document.toString();
            try (var parser = JSON.createParser(text)) {
                parser.nextToken();
                var read = trees.read(parser, "");
                assertThat(read).isEqualTo(JSON.readTree(text));
                assertThat(read.toString()).isEqualTo(text);
            }
            assertThat(trees.share(document)).isEqualTo(document);
        }
    }

    @Test
    @DisplayName("equal parts of different documents are the same part")
    void shared() throws IOException {
        var trees = new SharedTrees(LeftOutFields.OF_MEMORY);
        var one = trees.share((ObjectNode) JSON.readTree("""
                {"name":"a","spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]}}"""));
        var before = trees.retained();
        var other = trees.share((ObjectNode) JSON.readTree("""
                {"name":"b","spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]}}"""));
        assertThat(other.get("spec")).isSameAs(one.get("spec"));
        assertThat(other).isNotEqualTo(one);
        assertThat(trees.retained() - before).isLessThan(before / 2);
    }
}
