package dev.plimsoll.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads a Kubernetes protobuf body: four letters, then a message with the kind and the object inside it.
 *
 * <p>A field that the tables do not have would be lost, so such a body is not read at all.
 */
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int DEEPEST = 32;

    private final byte[] bytes;
    private final int end;
    private int at;

    private ProtobufReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /** The document, or empty if the body is no message of a kind that is known. */
    public static Optional<ObjectNode> read(byte[] body) {
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return Optional.empty();
        }
        try {
            return new ProtobufReader(body, MAGIC.length, body.length).envelope();
        } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }

    private Optional<ObjectNode> envelope() {
        var document = JsonNodeFactory.instance.objectNode();
        ProtobufReader raw = null;
        while (at < end) {
            var tag = number();
            switch ((int) (tag >>> 3)) {
                case 1 -> typeMeta(inside(), document);
                case 2 -> raw = inside();
                default -> skip((int) tag & 7);
            }
        }
        var kind = document.path("kind").asText();
        // A newer version may have other fields under the same numbers.
        var versioned = kind + " " + document.path("apiVersion").asText();
        var type = MessageTypes.knows(versioned) ? versioned : kind;
        if (raw == null || !MessageTypes.knows(type)) return Optional.empty();
        raw.message(type, document, 0);
        return Optional.of(document);
    }

    private static void typeMeta(ProtobufReader reader, ObjectNode document) {
        while (reader.at < reader.end) {
            var tag = reader.number();
            var text = reader.text();
            document.put(tag >>> 3 == 1 ? "apiVersion" : "kind", text);
        }
    }

    private void message(String type, ObjectNode object, int depth) {
        if (depth > DEEPEST) throw new IllegalArgumentException("too deep");
        var fields = MessageTypes.fields(type);
        while (at < end) {
            var tag = number();
            var field = fields.get((int) (tag >>> 3));
            if (field == null) {
                if (type.equals("Nothing")) {
                    skip((int) tag & 7);
                    continue;
                }
                throw new IllegalArgumentException("unknown field " + (tag >>> 3) + " of " + type);
            }
            put(object, field, depth);
        }
    }

    private void put(ObjectNode object, MessageTypes.Field field, int depth) {
        if (field.kind().startsWith("m") && field.kind().length() <= 2) {
            entry(object.withObject("/" + field.name()), field.kind().substring(1));
            return;
        }
        var value = value(field.kind(), depth);
        if (field.repeated()) object.withArray(field.name()).add(value);
        // Empty texts are written out by the sender and mean nothing.
        else if (!(value.isTextual() && value.textValue().isEmpty()) && !value.isNull())
            object.set(field.name(), value);
    }

    private JsonNode value(String kind, int depth) {
        var nodes = JsonNodeFactory.instance;
        return switch (kind) {
            case "s" -> nodes.textNode(text());
            case "i" -> nodes.numberNode(number());
            case "I" -> nonZero(number());
            case "B" -> number() == 0 ? nodes.nullNode() : nodes.booleanNode(true);
            case "b" -> nodes.booleanNode(number() != 0);
            case "y" -> nodes.textNode(Base64.getEncoder().encodeToString(content()));
            case "t" -> inside().time();
            case "q" -> nodes.textNode(inside().first());
            case "x" -> inside().numberOrText();
            default -> {
                var inner = nodes.objectNode();
                inside().message(kind, inner, depth + 1);
                yield inner;
            }
        };
    }

    private static JsonNode nonZero(long number) {
        return number == 0 ? JsonNodeFactory.instance.nullNode() : JsonNodeFactory.instance.numberNode(number);
    }

    private void entry(ObjectNode map, String kind) {
        var reader = inside();
        var key = "";
        JsonNode value = JsonNodeFactory.instance.textNode("");
        while (reader.at < reader.end) {
            var tag = reader.number();
            if (tag >>> 3 == 1) key = reader.text();
            else value = reader.value(kind.isEmpty() ? "s" : kind, 0);
        }
        map.set(key, value);
    }

    private JsonNode time() {
        var seconds = 0L;
        while (at < end) {
            var tag = number();
            var value = number();
            if (tag >>> 3 == 1) seconds = value;
        }
        return seconds == 0
                ? JsonNodeFactory.instance.nullNode()
                : JsonNodeFactory.instance.textNode(
                        Instant.ofEpochSecond(seconds).toString());
    }

    private String first() {
        var text = "";
        while (at < end) {
            number();
            text = text();
        }
        return text;
    }

    private JsonNode numberOrText() {
        var isText = false;
        var number = 0L;
        var text = "";
        while (at < end) {
            switch ((int) (number() >>> 3)) {
                case 1 -> isText = number() == 1;
                case 2 -> number = number();
                default -> text = text();
            }
        }
        return isText ? JsonNodeFactory.instance.textNode(text) : JsonNodeFactory.instance.numberNode(number);
    }

    private long number() {
        var value = 0L;
        for (var shift = 0; shift < 64; shift += 7) {
            if (at >= end) throw new IllegalArgumentException("ends within a number");
            var next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
        throw new IllegalArgumentException("a number of more than 64 bits");
    }

    private ProtobufReader inside() {
        var length = length();
        at += length;
        return new ProtobufReader(bytes, at - length, at);
    }

    private int length() {
        var length = number();
        if (length < 0 || length > end - at) throw new IllegalArgumentException("ends within a field");
        return (int) length;
    }

    private String text() {
        return new String(content(), StandardCharsets.UTF_8);
    }

    private byte[] content() {
        var length = length();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    private void skip(int wireType) {
        switch (wireType) {
            case 0 -> number();
            case 1 -> at += 8;
            case 2 -> content();
            case 5 -> at += 4;
            default -> throw new IllegalArgumentException("wire type " + wireType);
        }
    }
}
