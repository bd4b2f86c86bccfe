package dev.plimsoll.kinds.expressions;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.cel.common.values.NullValue;
import dev.plimsoll.codec.structural.Structural;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of documents as expressions see them. */
final class SchemaValues {
    private SchemaValues() {}

    static Object of(JsonNode value, @Nullable Structural schema) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> object(value, schema);
            case ARRAY -> {
                var list = new ArrayList<>();
                for (var entry : value) list.add(of(entry, schema == null ? null : schema.items()));
                yield list;
            }
            case STRING, BINARY -> text(value.asText(), schema);
            case BOOLEAN -> value.asBoolean();
            case NUMBER -> number(value, schema);
            case NULL, MISSING -> NullValue.NULL_VALUE;
        };
    }

    private static Map<String, Object> object(JsonNode value, @Nullable Structural schema) {
        var named = schema != null && !schema.properties().isEmpty();
        var object = new HashMap<String, Object>();
        for (var entry : value.properties()) {
            var name = named ? CelNames.escaped(entry.getKey()) : entry.getKey();
            var member = schema == null ? null : schema.member(entry.getKey());
            if (!name.isEmpty() && !isForbiddenNull(entry.getValue(), member)) {
                object.put(name, of(entry.getValue(), member));
            }
        }
        return object;
    }

    private static boolean isForbiddenNull(JsonNode value, @Nullable Structural schema) {
        return value.isNull() && schema != null && !schema.nullable();
    }

    private static Object number(JsonNode value, @Nullable Structural schema) {
        var broken = schema != null && schema.type() == Structural.Type.NUMBER;
        return broken || !value.isIntegralNumber() ? (Object) value.asDouble() : (Object) value.asLong();
    }

    private static Object text(String text, @Nullable Structural schema) {
        if (schema == null || schema.type() != Structural.Type.STRING) return text;
        try {
            return switch (schema.limits().format()) {
                case "date-time", "datetime" -> OffsetDateTime.parse(text).toInstant();
                case "date" ->
                    LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
                case "duration" -> duration(text);
                case "byte" -> ByteString.copyFrom(Base64.getDecoder().decode(text));
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            return Objects.requireNonNull(text); // what the schema says against it is said elsewhere
        }
    }

    /** Such as {@code 1h30m} or {@code 1.5s}. */
    static Duration duration(String text) {
        var matcher = java.util.regex.Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h)")
                .matcher(text);
        var nanos = 0.0;
        var end = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        while (matcher.find()) {
            nanos += Double.parseDouble(matcher.group(1)) * unit(matcher.group(2));
            end = matcher.end();
        }
        if (end != text.length()) throw new IllegalArgumentException(text);
        return Duration.ofNanos((long) (text.startsWith("-") ? -nanos : nanos));
    }

    private static double unit(String name) {
        return switch (name) {
            case "ns" -> 1;
            case "us", "µs" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
    }
}
