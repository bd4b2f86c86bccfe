package dev.plimsoll.kinds.expressions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of documents as admission's expressions see them, and back. */
public final class ExpressionValues {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ExpressionValues() {}

    /** Nothing at all is null to expressions. */
    public static Object of(@Nullable JsonNode document) {
        return document == null ? NullValue.NULL_VALUE : SchemaValues.of(document, null);
    }

    public static boolean isNull(Object value) {
        return value instanceof NullValue;
    }

    /**
     * The document that a value is.
     *
     * @param path the type that an object at this place must have
     */
    public static JsonNode json(Object value, String path) {
        return switch (value) {
            case NullValue _ -> JSON.nullNode();
            case Boolean yes -> JSON.booleanNode(yes);
            case Long number -> JSON.numberNode(number);
            case Double number -> JSON.numberNode(number);
            case Number number -> JSON.numberNode(number.longValue());
            case String text -> JSON.textNode(text);
            case Instant time -> JSON.textNode(time.toString());
            case CelByteString bytes -> JSON.textNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case ByteString bytes -> JSON.textNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case BuiltObject built -> object(built, path);
            case Map<?, ?> map -> {
                var object = JSON.objectNode();
                map.forEach((key, each) -> object.set(String.valueOf(key), json(each, path)));
                yield object;
            }
            case Collection<?> list -> {
                var array = JSON.arrayNode();
                for (var each : list) array.add(json(each, path));
                yield array;
            }
            default -> throw new IllegalArgumentException("a value of this type cannot be part of an object: " + value);
        };
    }

    private static JsonNode object(BuiltObject built, String path) {
        if (!path.isEmpty() && !built.type().equals(path)) {
            throw new IllegalArgumentException("unexpected type name \"" + built.type() + "\", expected \"" + path
                    + "\", which matches field name path from root Object type");
        }
        var object = JSON.objectNode();
        built.fields().forEach((name, each) -> object.set(name, json(each, path.isEmpty() ? "" : path + "." + name)));
        return object;
    }
}
