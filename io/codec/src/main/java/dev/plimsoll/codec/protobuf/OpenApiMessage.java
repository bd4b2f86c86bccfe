package dev.plimsoll.codec.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An OpenAPI v2 document as the message that clients of Kubernetes ask for (gnostic's form).
 *
 * <p>Each JSON object has a table of its members. A member that starts with {@code x-} is an extension, which holds YAML (JSON is
 * YAML); what the form has no place for is left out.
 */
public final class OpenApiMessage {
    /** As replies name it. Clients ask with {@code @v1.0} too. */
    public static final String MEDIA_TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private static final String ASKED_AS = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

    private static final Message INFO = new Message(
            7, Map.of("title", text(1), "version", text(2), "description", text(3), "termsOfService", text(4)));
    private static final Message SCHEMA = new Message(
            31,
            Map.ofEntries(
                    Map.entry("$ref", text(1)),
                    Map.entry("format", text(2)),
                    Map.entry("title", text(3)),
                    Map.entry("description", text(4)),
                    Map.entry("default", any(5)),
                    Map.entry("multipleOf", number(6)),
                    Map.entry("maximum", number(7)),
                    Map.entry("exclusiveMaximum", count(8)),
                    Map.entry("minimum", number(9)),
                    Map.entry("exclusiveMinimum", count(10)),
                    Map.entry("maxLength", count(11)),
                    Map.entry("minLength", count(12)),
                    Map.entry("pattern", text(13)),
                    Map.entry("maxItems", count(14)),
                    Map.entry("minItems", count(15)),
                    Map.entry("uniqueItems", count(16)),
                    Map.entry("maxProperties", count(17)),
                    Map.entry("minProperties", count(18)),
                    Map.entry("required", texts(19)),
                    Map.entry("enum", each(any(20))),
                    Map.entry("additionalProperties", (out, value) -> {
                        var before = out.length();
                        if (value.isBoolean()) out.number(2, value.booleanValue() ? 1 : 0);
                        else schema(1).write(out, value);
                        out.delimited(21, before);
                    }),
                    Map.entry("type", inside(22, texts(1))),
                    Map.entry("items", inside(23, schema(1))),
                    Map.entry("allOf", each(schema(24))),
                    Map.entry("properties", inside(25, named(1, schema(2)))),
                    Map.entry("discriminator", text(26)),
                    Map.entry("readOnly", count(27)),
                    Map.entry("example", any(30))));
    private static final Message BODY_PARAMETER = new Message(
            6,
            Map.of("description", text(1), "name", text(2), "in", text(3), "required", count(4), "schema", schema(5)));
    private static final Message QUERY_PARAMETER = new Message(
            23,
            Map.of(
                    "required", count(1),
                    "in", text(2),
                    "description", text(3),
                    "name", text(4),
                    "type", text(6),
                    "format", text(7),
                    "uniqueItems", count(20)));
    private static final Message PATH_PARAMETER = new Message(
            22,
            Map.of(
                    "required", count(1),
                    "in", text(2),
                    "description", text(3),
                    "name", text(4),
                    "type", text(5),
                    "format", text(6),
                    "uniqueItems", count(19)));
    private static final Message RESPONSE =
            new Message(5, Map.of("description", text(1), "schema", inside(2, schema(1))));
    private static final Message OPERATION = new Message(
            13,
            Map.of(
                    "tags", texts(1),
                    "summary", text(2),
                    "description", text(3),
                    "operationId", text(5),
                    "produces", texts(6),
                    "consumes", texts(7),
                    "parameters", each(OpenApiMessage::parameter),
                    "responses", inside(9, named(1, inside(2, message(1, RESPONSE)))),
                    "schemes", texts(10),
                    "deprecated", count(11)));
    private static final Message PATH = new Message(
            10,
            Map.of(
                    "get", message(2, OPERATION),
                    "put", message(3, OPERATION),
                    "post", message(4, OPERATION),
                    "delete", message(5, OPERATION),
                    "options", message(6, OPERATION),
                    "head", message(7, OPERATION),
                    "patch", message(8, OPERATION),
                    "parameters", each((out, value) -> parameter(out, value, 9))));
    private static final Message DOCUMENT = new Message(
            16,
            Map.of(
                    "swagger", text(1),
                    "info", message(2, INFO),
                    "host", text(3),
                    "basePath", text(4),
                    "schemes", texts(5),
                    "consumes", texts(6),
                    "produces", texts(7),
                    "paths", inside(8, named(2, message(2, PATH))),
                    "definitions", inside(9, named(1, schema(2)))));

    private OpenApiMessage() {}

    /** Whether a client asks for this form by such a media type. */
    public static boolean isAskedBy(String mediaType) {
        return mediaType.equals(MEDIA_TYPE) || mediaType.equals(ASKED_AS);
    }

    public static byte[] of(JsonNode document) {
        var out = new WireOutput(1 << 20);
        DOCUMENT.write(out, document);
        return out.toBytes();
    }

    /** Writes what a member of a JSON object holds, with the number that its field has. */
    @FunctionalInterface
    private interface Field {
        void write(WireOutput out, JsonNode value);
    }

    /** The fields of a JSON object, and the number of the one that takes extensions. */
    private record Message(int extensions, Map<String, Field> fields) {
        /** From the last member to the first, as the output grows towards its start. */
        void write(WireOutput out, JsonNode object) {
            for (var member : reversed(object)) {
                var field = fields.get(member.getKey());
                if (field != null) field.write(out, member.getValue());
                else if (member.getKey().startsWith("x-")) {
                    var before = out.length();
                    any(2).write(out, member.getValue());
                    out.text(1, member.getKey());
                    out.delimited(extensions, before);
                }
            }
        }
    }

    private static List<Map.Entry<String, JsonNode>> reversed(JsonNode object) {
        return new ArrayList<>(object.properties()).reversed();
    }

    private static Field text(int number) {
        return (out, value) -> out.text(number, value.asText());
    }

    /** Of a list, or of the one text that stands in place of it. */
    private static Field texts(int number) {
        return each(text(number));
    }

    private static Field number(int number) {
        return (out, value) -> {
            out.fixed64(value.doubleValue());
            out.tag(number, WireInput.FIXED64);
        };
    }

    /** A whole number or a truth. */
    private static Field count(int number) {
        return (out, value) -> out.number(number, value.isBoolean() ? (value.booleanValue() ? 1 : 0) : value.asLong());
    }

    private static Field any(int number) {
        return (out, value) -> {
            var before = out.length();
            out.text(2, value + "\n");
            out.delimited(number, before);
        };
    }

    private static Field message(int number, Message message) {
        return (out, value) -> {
            var before = out.length();
            message.write(out, value);
            out.delimited(number, before);
        };
    }

    /** Schemas hold schemas: their table is looked up when it is there. */
    private static Field schema(int number) {
        return (out, value) -> {
            var before = out.length();
            SCHEMA.write(out, value);
            out.delimited(number, before);
        };
    }

    /** A message that has only that field. */
    private static Field inside(int number, Field field) {
        return (out, value) -> {
            var before = out.length();
            field.write(out, value);
            out.delimited(number, before);
        };
    }

    private static Field each(Field field) {
        return (out, value) -> {
            if (!value.isArray()) field.write(out, value);
            else for (var i = value.size() - 1; i >= 0; i--) field.write(out, value.get(i));
        };
    }

    /** A JSON object whose names are data: a list of pairs. {@code value} writes field 2 of a pair. */
    private static Field named(int number, Field value) {
        return (out, object) -> {
            for (var member : reversed(object)) {
                var before = out.length();
                value.write(out, member.getValue());
                out.text(1, member.getKey());
                out.delimited(number, before);
            }
        };
    }

    private static void parameter(WireOutput out, JsonNode value) {
        parameter(out, value, 8);
    }

    private static void parameter(WireOutput out, JsonNode value, int number) {
        var field = switch (value.path("in").asText()) {
            case "body" -> message(1, BODY_PARAMETER);
            case "path" -> inside(2, message(4, PATH_PARAMETER));
            default -> inside(2, message(3, QUERY_PARAMETER));
        };
        inside(number, inside(1, field)).write(out, value);
    }
}
