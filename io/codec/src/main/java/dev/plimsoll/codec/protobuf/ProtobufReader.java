package dev.plimsoll.codec.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of {@code application/vnd.kubernetes.protobuf} as the documents that they carry.
 *
 * <p>Fields that the tables do not have are passed over, as Kubernetes does with those of a newer version.
 */
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    static final byte[] MAGIC = {'k', '8', 's', 0};

    private static final int DEEPEST = 64;
    private static final StrictJson JSON = new StrictJson(Integer.MAX_VALUE, StrictJson.DEFAULT_DEPTH);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ProtobufReader() {}

    /** The object in a body. */
    public static ReadMessage read(byte[] body) {
        try {
            return envelope(body, 0);
        } catch (WireInput.MalformedException e) {
            return new ReadMessage.Malformed(String.valueOf(e.getMessage()));
        }
    }

    static boolean isEnveloped(byte[] body) {
        return body.length >= MAGIC.length && Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    private static ReadMessage envelope(byte[] body, int depth) {
        if (!isEnveloped(body))
            return new ReadMessage.Malformed("the body does not begin with the prefix of Kubernetes' protobuf");
        var input = new WireInput(body, MAGIC.length, body.length);
        var document = NODES.objectNode();
        WireInput raw = null;
        while (input.hasMore()) {
            var tag = input.varint();
            switch ((int) tag) {
                case 1 << 3 | WireInput.DELIMITED -> typeMeta(input.message(), document);
                case 2 << 3 | WireInput.DELIMITED -> raw = input.message();
                default -> input.skip((int) tag & 7);
            }
        }
        var apiVersion = document.path("apiVersion").asText();
        var kind = document.path("kind").asText();
        var type = MessageTypes.ofKind(apiVersion, kind);
        if (type.isEmpty()) return new ReadMessage.UnknownKind(apiVersion, kind);
        if (raw != null) object(raw, type.get(), document, depth);
        return new ReadMessage.Document(document);
    }

    private static void typeMeta(WireInput input, ObjectNode document) {
        while (input.hasMore()) {
            var tag = input.varint();
            switch ((int) tag) {
                case 1 << 3 | WireInput.DELIMITED -> document.put("apiVersion", input.text());
                case 2 << 3 | WireInput.DELIMITED -> document.put("kind", input.text());
                default -> input.skip((int) tag & 7);
            }
        }
    }

    private static void object(WireInput input, MessageType type, ObjectNode object, int depth) {
        if (depth > DEEPEST)
            throw new WireInput.MalformedException("messages are nested more than " + DEEPEST + " deep");
        while (input.hasMore()) {
            var tag = input.varint();
            var wireType = (int) tag & 7;
            var field = tag >>> 3 > Integer.MAX_VALUE ? null : type.field((int) (tag >>> 3));
            if (field == null) input.skip(wireType);
            else put(input, field, wireType, object, depth);
        }
    }

    private static void put(WireInput input, MessageField field, int wireType, ObjectNode object, int depth) {
        switch (field.cardinality()) {
            case MAP -> entry(input(input, wireType), field, child(object, field.name()), depth);
            case LIST -> elements(input, field, wireType, object, depth);
            case ONE -> {
                if (field.isInlined()) {
                    object(input(input, wireType), MessageTypes.named(field.type()), object, depth + 1);
                    return;
                }
                var value = value(input, field.type(), wireType, depth);
                if (value != null && (field.keepsZero() || !isZero(value))) object.set(field.name(), value);
            }
        }
    }

    private static WireInput input(WireInput input, int wireType) {
        if (wireType != WireInput.DELIMITED)
            throw new WireInput.MalformedException("a message has the wire type " + wireType);
        return input.message();
    }

    private static ObjectNode child(ObjectNode object, String name) {
        return object.get(name) instanceof ObjectNode known ? known : object.putObject(name);
    }

    private static boolean isZero(JsonNode value) {
        return (value.isTextual() && value.textValue().isEmpty())
                || (value.isNumber() && value.doubleValue() == 0)
                || (value.isBoolean() && !value.booleanValue());
    }

    private static void elements(WireInput input, MessageField field, int wireType, ObjectNode object, int depth) {
        var list = object.get(field.name()) instanceof ArrayNode known ? known : object.putArray(field.name());
        var isPacked = wireType == WireInput.DELIMITED
                && !field.isMessage()
                && !field.type().equals("string")
                && !field.type().equals("bytes");
        if (isPacked) {
            var numbers = input.message();
            while (numbers.hasMore()) list.add(value(numbers, field.type(), wireTypeOf(field.type()), depth));
        } else {
            var value = value(input, field.type(), wireType, depth);
            list.add(value == null ? NODES.nullNode() : value);
        }
    }

    private static int wireTypeOf(String type) {
        return type.equals("double") ? WireInput.FIXED64 : WireInput.VARINT;
    }

    private static void entry(WireInput input, MessageField field, ObjectNode map, int depth) {
        var key = "";
        JsonNode value = null;
        while (input.hasMore()) {
            var tag = input.varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> key = text(input, (int) tag & 7);
                case 2 -> value = value(input, field.type(), (int) tag & 7, depth);
                default -> input.skip((int) tag & 7);
            }
        }
        map.set(key, value == null ? emptyValue(field) : value);
    }

    private static JsonNode emptyValue(MessageField field) {
        if (!field.isMessage()) return NODES.textNode("");
        return MessageTypes.named(field.type()).form() == DocumentForm.Form.OBJECT
                ? NODES.objectNode()
                : NODES.nullNode();
    }

    private static String text(WireInput input, int wireType) {
        if (wireType != WireInput.DELIMITED)
            throw new WireInput.MalformedException("a text has the wire type " + wireType);
        return input.text();
    }

    /** The value of a field, or null where the message says that there is none. */
    private static @Nullable JsonNode value(WireInput input, String type, int wireType, int depth) {
        return switch (type) {
            case "string" -> NODES.textNode(text(input, wireType));
            case "bytes" -> {
                var bytes = input(input, wireType).rest();
                yield NODES.textNode(Base64.getEncoder().encodeToString(bytes));
            }
            case "bool" -> NODES.booleanNode(number(input, wireType) != 0);
            case "int32", "uint32" -> NODES.numberNode((int) number(input, wireType));
            case "int64", "uint64" -> integer(number(input, wireType));
            case "double" -> {
                if (wireType != WireInput.FIXED64)
                    throw new WireInput.MalformedException("a number has the wire type " + wireType);
                yield decimal(input.fixed64());
            }
            default -> message(input(input, wireType), MessageTypes.named(type), depth + 1);
        };
    }

    private static long number(WireInput input, int wireType) {
        if (wireType != WireInput.VARINT)
            throw new WireInput.MalformedException("a number has the wire type " + wireType);
        return input.varint();
    }

    /** As a reader of JSON has it, so that documents of both forms are equal. */
    private static JsonNode integer(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    /** Whole numbers are written as such, as every writer of JSON does. */
    private static JsonNode decimal(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value))
            throw new WireInput.MalformedException("a number is not finite");
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? integer((long) value) : NODES.numberNode(value);
    }

    private static @Nullable JsonNode message(WireInput input, MessageType type, int depth) {
        return switch (type.form()) {
            case OBJECT -> {
                var object = NODES.objectNode();
                object(input, type, object, depth);
                yield object;
            }
            case TIME -> time(fields(input, type, depth), false);
            case MICRO_TIME -> time(fields(input, type, depth), true);
            case QUANTITY -> fields(input, type, depth).get("string");
            case INT_OR_STRING -> {
                var fields = fields(input, type, depth);
                yield fields.path("type").asLong() == 1
                        ? NODES.textNode(fields.path("strVal").asText(""))
                        : NODES.numberNode(fields.path("intVal").asInt());
            }
            case RAW_EXTENSION -> raw(fields(input, type, depth), "raw", depth);
            case JSON ->
                raw(fields(input, type, depth), type.fields().getFirst().name(), depth);
            case STRINGS -> {
                var items = fields(input, type, depth).path("items");
                yield items.isMissingNode() ? NODES.arrayNode() : items;
            }
            case SCHEMA_OR_ARRAY -> either(fields(input, type, depth), "jSONSchemas", "schema");
            case SCHEMA_OR_STRINGS -> either(fields(input, type, depth), "property", "schema");
            case SCHEMA_OR_BOOL -> {
                var fields = fields(input, type, depth);
                yield fields.has("schema")
                        ? fields.path("schema")
                        : NODES.booleanNode(fields.path("allows").asBoolean());
            }
        };
    }

    /** The message as it is, for those with a form of their own. */
    private static ObjectNode fields(WireInput input, MessageType type, int depth) {
        var fields = NODES.objectNode();
        object(input, type, fields, depth);
        return fields;
    }

    private static @Nullable JsonNode either(ObjectNode fields, String first, String second) {
        return fields.has(first) ? fields.get(first) : fields.get(second);
    }

    private static @Nullable JsonNode time(ObjectNode fields, boolean micro) {
        if (fields.isEmpty()) return null;
        try {
            var instant = Instant.ofEpochSecond(
                    fields.path("seconds").asLong(),
                    micro ? fields.path("nanos").asInt() : 0);
            var year = instant.atOffset(ZoneOffset.UTC).getYear();
            if (year < 0 || year > 9999) {
                throw new WireInput.MalformedException("a time is not in the years 0 to 9999");
            }
            return NODES.textNode(micro ? MICROSECONDS.format(instant) : instant.toString());
        } catch (DateTimeException _) {
            throw new WireInput.MalformedException("a time is out of range");
        }
    }

    private static @Nullable JsonNode raw(ObjectNode fields, String name, int depth) {
        if (!fields.has(name)) return null;
        var bytes = Base64.getDecoder().decode(fields.path(name).asText());
        if (bytes.length == 0) return null;
        if (isEnveloped(bytes)) {
            return switch (envelope(bytes, depth + 1)) {
                case ReadMessage.Document(var object) -> object;
                case ReadMessage.UnknownKind(var apiVersion, var kind) ->
                    throw new WireInput.MalformedException(
                            "an object inside has the unknown kind " + apiVersion + " " + kind);
                case ReadMessage.Malformed(var message) -> throw new WireInput.MalformedException(message);
            };
        }
        return switch (JSON.read(bytes)) {
            case ReadJson.Tree(var root, var _) -> root;
            case ReadJson.Malformed(var message) -> throw new WireInput.MalformedException("JSON inside: " + message);
            case ReadJson.TooLarge large -> throw new WireInput.MalformedException(large.message());
        };
    }
}
