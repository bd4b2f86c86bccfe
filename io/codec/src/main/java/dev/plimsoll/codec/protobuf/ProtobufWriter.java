package dev.plimsoll.codec.protobuf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Writes documents as messages of {@code application/vnd.kubernetes.protobuf}. */
public final class ProtobufWriter {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int USUAL_SIZE = 1024;

    private ProtobufWriter() {}

    /** Whether objects of a kind have a message. */
    public static boolean knows(String apiVersion, String kind) {
        return MessageTypes.ofKind(apiVersion, kind).isPresent();
    }

    /** A whole body with an object, or empty if its kind has no message. */
    public static Optional<byte[]> body(ObjectNode document) {
        var apiVersion = document.path("apiVersion").asText();
        var kind = document.path("kind").asText();
        return message(apiVersion, kind, document).map(message -> enveloped(apiVersion, kind, message));
    }

    /** An object alone, as lists have it; {@link #enveloped} makes it a body. Empty if its kind has no message. */
    public static Optional<byte[]> message(String apiVersion, String kind, ObjectNode document) {
        return MessageTypes.ofKind(apiVersion, kind).map(type -> {
            var output = new WireOutput(USUAL_SIZE);
            fields(document, type, output);
            return output.toBytes();
        });
    }

    /** A body around a message. */
    public static byte[] enveloped(String apiVersion, String kind, byte[] message) {
        var output = new WireOutput(message.length + 64);
        output.text(4, "");
        output.text(3, "");
        output.bytes(2, message);
        var before = output.length();
        output.text(2, kind);
        output.text(1, apiVersion);
        output.delimited(1, before);
        output.raw(ProtobufReader.MAGIC);
        return output.toBytes();
    }

    /** A body with a list whose objects were written before. */
    public static byte[] list(String apiVersion, String kind, ObjectNode metadata, List<byte[]> items) {
        var output =
                new WireOutput(items.stream().mapToInt(item -> item.length + 6).sum() + 128);
        for (var item : items.reversed()) output.bytes(2, item);
        var before = output.length();
        fields(metadata, MessageTypes.named(MessageTypes.META + "ListMeta"), output);
        output.delimited(1, before);
        return enveloped(apiVersion, kind, output.toBytes());
    }

    /** A frame of a watch: its length in four bytes, then an event around a body. */
    public static byte[] watchFrame(String eventType, byte[] body) {
        var output = new WireOutput(body.length + 64);
        output.bytes(1, body);
        output.delimited(2, 0);
        output.text(1, eventType);
        var length = output.length();
        output.raw(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        return output.toBytes();
    }

    private static void fields(JsonNode object, MessageType type, WireOutput output) {
        for (var field : type.fields().reversed()) {
            if (field.isInlined()) {
                inlined(object, field, output);
                continue;
            }
            var value = object.get(field.name());
            if (value == null || value.isNull()) continue;
            switch (field.cardinality()) {
                case ONE -> value(field.number(), field.type(), value, output);
                case LIST -> {
                    for (var at = value.size() - 1; at >= 0; at--)
                        value(field.number(), field.type(), value.get(at), output);
                }
                case MAP -> map(field, value, output);
            }
        }
    }

    private static void inlined(JsonNode object, MessageField field, WireOutput output) {
        var before = output.length();
        fields(object, MessageTypes.named(field.type()), output);
        if (output.length() > before) output.delimited(field.number(), before);
    }

    /** In the order of the keys, so that the same object always has the same bytes. */
    private static void map(MessageField field, JsonNode map, WireOutput output) {
        var names = new ArrayList<String>(map.size());
        map.fieldNames().forEachRemaining(names::add);
        names.sort(Collections.reverseOrder());
        for (var name : names) {
            var before = output.length();
            value(2, field.type(), map.get(name), output);
            output.text(1, name);
            output.delimited(field.number(), before);
        }
    }

    private static void value(int number, String type, JsonNode value, WireOutput output) {
        switch (type) {
            case "string" -> output.text(number, value.asText());
            case "bytes" -> output.bytes(number, Base64.getDecoder().decode(value.asText()));
            case "bool" -> output.number(number, value.asBoolean() ? 1 : 0);
            case "int32", "uint32", "int64", "uint64" -> output.number(number, value.asLong());
            case "double" -> {
                output.fixed64(value.asDouble());
                output.tag(number, WireInput.FIXED64);
            }
            default -> {
                var before = output.length();
                message(MessageTypes.named(type), value, output);
                output.delimited(number, before);
            }
        }
    }

    private static void message(MessageType type, JsonNode value, WireOutput output) {
        switch (type.form()) {
            case OBJECT -> fields(value, type, output);
            case TIME -> time(value, false, output);
            case MICRO_TIME -> time(value, true, output);
            case QUANTITY -> output.text(1, value.asText());
            case INT_OR_STRING -> {
                output.text(3, value.isTextual() ? value.textValue() : "");
                output.number(2, value.isTextual() ? 0 : value.asLong());
                output.number(1, value.isTextual() ? 1 : 0);
            }
            case RAW_EXTENSION, JSON -> output.bytes(1, json(value));
            case STRINGS -> {
                for (var at = value.size() - 1; at >= 0; at--)
                    output.text(1, value.get(at).asText());
            }
            case SCHEMA_OR_ARRAY -> either(type, value, value.isArray() ? "jSONSchemas" : "schema", output);
            case SCHEMA_OR_STRINGS -> either(type, value, value.isArray() ? "property" : "schema", output);
            case SCHEMA_OR_BOOL -> {
                // A schema allows what it describes.
                if (value.isObject()) either(type, value, "schema", output);
                output.number(1, value.isObject() || value.asBoolean() ? 1 : 0);
            }
        }
    }

    private static void either(MessageType type, JsonNode value, String name, WireOutput output) {
        fields(JsonNodeFactory.instance.objectNode().set(name, value), type, output);
    }

    private static void time(JsonNode value, boolean micro, WireOutput output) {
        if (value.asText().isEmpty()) return;
        var instant = OffsetDateTime.parse(value.asText()).toInstant();
        output.number(2, micro ? instant.getNano() / 1000 * 1000 : 0);
        output.number(1, instant.getEpochSecond());
    }

    private static byte[] json(JsonNode value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
