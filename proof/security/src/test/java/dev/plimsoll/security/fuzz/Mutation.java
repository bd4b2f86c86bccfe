package dev.plimsoll.security.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Spoils bodies: in their trees, their text and their bytes. */
final class Mutation {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final byte[] PROTOBUF_MAGIC = {'k', '8', 's', 0};
    private static final List<String> ODD = List.of(
            "",
            "a",
            "-1",
            "1e999",
            "1e999999999",
            "9223372036854775808",
            "\u0000",
            "\ud83d\ude00",
            "../..",
            "100m",
            "true",
            "{}",
            "%s",
            "${jndi:x}",
            "metadata.name",
            "2026-13-45T00:00:00Z",
            "x".repeat(300));
    private static final List<String> PIECES =
            List.of("{", "}", "[", "]", "\"", ",", "\\", "\u0001", "\ud800", "\ufeff", ":null,", "\"metadata\":");

    private final Random random;

    Mutation(Random random) {
        this.random = random;
    }

    /** The body as it is, or spoilt; more often as it is. */
    byte[] of(String body) {
        return switch (random.nextInt(8)) {
            case 0 -> utf8(text(body));
            case 1, 2, 3 -> utf8(tree(body));
            case 4 -> random.nextInt(6) == 0 ? bytes(utf8(body)) : utf8(body);
            default -> utf8(body);
        };
    }

    /** Bytes that say that they are protobuf. */
    byte[] protobuf(String body) {
        var content = bytes(utf8(body));
        var all = new byte[PROTOBUF_MAGIC.length + content.length];
        System.arraycopy(PROTOBUF_MAGIC, 0, all, 0, PROTOBUF_MAGIC.length);
        System.arraycopy(content, 0, all, PROTOBUF_MAGIC.length, content.length);
        return all;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] bytes(byte[] body) {
        for (var i = random.nextInt(6); i >= 0 && body.length > 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        return body;
    }

    private String text(String body) {
        var text = new StringBuilder(body);
        for (var i = random.nextInt(4); i >= 0 && !text.isEmpty(); i--) {
            var at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, pick(PIECES));
                case 2 -> text.setLength(at);
                case 3 -> text.insert(at, pick(List.of("[", "{\"a\":")).repeat(1 + random.nextInt(2000)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 20)));
            }
        }
        return text.toString();
    }

    private String tree(String body) {
        try {
            var tree = MAPPER.readTree(body);
            for (var i = random.nextInt(3); i >= 0 && tree.isContainerNode(); i--) spoil(tree);
            return tree.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(body, e);
        }
    }

    private void spoil(JsonNode tree) {
        var inner = new ArrayList<JsonNode>();
        collect(tree, inner);
        switch (pick(inner)) {
            case ObjectNode object -> spoil(object);
            case ArrayNode array -> {
                if (array.isEmpty() || random.nextBoolean()) array.add(value());
                else array.set(random.nextInt(array.size()), value());
                if (random.nextInt(3) == 0) array.add(array.get(0).deepCopy());
            }
            default -> {}
        }
    }

    private void spoil(ObjectNode object) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        if (names.isEmpty() || random.nextInt(4) == 0) object.set(pick(ODD), value());
        else if (random.nextBoolean()) object.set(pick(names), value());
        else object.remove(pick(names));
    }

    private static void collect(JsonNode node, List<JsonNode> inner) {
        if (!node.isContainerNode()) return;
        inner.add(node);
        for (var child : node) collect(child, inner);
    }

    private JsonNode value() {
        return switch (random.nextInt(11)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(random.nextGaussian());
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.objectNode();
            case 5 -> NODES.arrayNode();
            case 6 -> NODES.arrayNode().add(NODES.objectNode().put("name", "c"));
            case 7 -> NODES.numberNode(BigInteger.TEN.pow(random.nextInt(400)));
            case 8 -> NODES.numberNode(random.nextInt(-2, 3));
            default -> NODES.textNode(pick(ODD));
        };
    }

    <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
