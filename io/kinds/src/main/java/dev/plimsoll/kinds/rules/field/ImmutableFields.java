package dev.plimsoll.kinds.rules.field;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What the objects of a kind are made with and keep.
 *
 * @param fields their paths, in the order in which they are told
 * @param error the error of a path, with the new value as messages show it
 */
public record ImmutableFields(List<String> fields, BiFunction<String, String, FieldError> error) {
    public static final ImmutableFields NONE = of();

    public static ImmutableFields of(String... fields) {
        return new ImmutableFields(
                List.of(fields),
                (field, value) -> new FieldError(FieldError.Type.INVALID, field, value, "field is immutable"));
    }

    /** Fields that the error's sentence names again. */
    public static ImmutableFields forbidden(String... fields) {
        return new ImmutableFields(
                List.of(fields), (field, _) -> FieldError.forbidden(field, "updates to " + field + " are forbidden."));
    }

    /** What a change of an object changes and must not. */
    public List<FieldError> check(JsonNode before, JsonNode after) {
        var errors = new ArrayList<FieldError>();
        for (var field : fields) {
            var pointer = "/" + field.replace('.', '/');
            var now = after.at(pointer);
            if (!before.at(pointer).equals(now)) errors.add(error.apply(field, shown(now)));
        }
        return errors;
    }

    private static String shown(JsonNode value) {
        if (value.isMissingNode()) return "null";
        return value.isTextual() ? FieldError.quoted(value.textValue()) : value.toString();
    }
}
