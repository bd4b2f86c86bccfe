package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.Shape;

/** Values that the Go types of the API cannot tell from none, so that a server does not keep them. */
public final class ZeroValues {
    private ZeroValues() {}

    /** Whether a member of an object of a built-in kind is as good as not there. */
    public static boolean isNone(Shape.Struct struct, String field, JsonNode value) {
        return isNone(struct, field, struct.member(field), value);
    }

    /** The same for a member whose shape is known. */
    public static boolean isNone(Shape.Struct struct, String field, Shape member, JsonNode value) {
        if (!(member instanceof Shape.Scalar scalar)) return false;
        return switch (scalar) {
            case STRING ->
                value.isTextual()
                        && value.textValue().isEmpty()
                        && !GoNames.bundled().isPointer(struct.name(), field);
            case INT32, INT64 ->
                value.isNumber() && value.asLong() == 0 && GoNames.bundled().isPlain(struct.name(), field);
            case BOOLEAN ->
                value.isBoolean() && !value.booleanValue() && GoNames.bundled().isPlain(struct.name(), field);
            default -> false;
        };
    }
}
