package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Rfc3339;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a document is not one of its kind, in the words of a Go decoder.
 *
 * <p>Such a decoder goes on after a value of another type than its field and reports the first one at the end, but a value that reads
 * itself (a quantity, a time, a number or text) ends it at once. Of an object's members the metadata come first, and of those the name
 * and the labels; the others come as they stand in the text.
 */
public final class TypeMismatch {
    private static final List<String> FIRST = List.of("apiVersion", "kind", "metadata");
    private static final List<String> FIRST_OF_METADATA = List.of("name", "labels", "annotations");

    /**
     * A value's place. Nearly all values are as they should be, so the way there is only put into words for one that is not.
     *
     * @param outer the place of the struct around it; null at the top
     * @param struct the innermost struct around it, as {@link Shape.Struct#name}
     * @param member the last struct member on the way
     */
    private record Where(@Nullable Where outer, String struct, String member) {
        static final Where TOP = new Where(null, "", "");

        Where inside(String struct, String name) {
            return new Where(this, struct, name);
        }

        /** The way there without places in lists. */
        private String field() {
            if (outer == null) return "";
            var steps = GoNames.bundled().stepsOf(struct, member);
            var before = outer.field();
            return before.isEmpty() ? steps : before + "." + steps;
        }

        String cannot(String found, String type) {
            var target = struct.isEmpty() ? "value" : "struct field " + simple(struct) + "." + field();
            return "json: cannot unmarshal " + found + " into Go " + target + " of type " + type;
        }

        private static String simple(String struct) {
            return struct.substring(struct.lastIndexOf('.') + 1);
        }
    }

    private final GoTypes types;
    private final boolean byText;
    private Optional<String> first = Optional.empty();
    private Optional<String> fatal = Optional.empty();

    private TypeMismatch(GoTypes types, boolean byText) {
        this.types = types;
        this.byText = byText;
    }

    /** The reason why the document is not one of the kind, for {@link DecodeErrorText#failure}. */
    public static Optional<String> first(JsonNode document, KindShape kind) {
        return first(document, kind, false);
    }

    /** The same of a text that the server made itself: all members come as they stand in it. */
    public static Optional<String> firstInText(JsonNode document, KindShape kind) {
        return first(document, kind, true);
    }

    private static Optional<String> first(JsonNode document, KindShape kind, boolean byText) {
        var found = new TypeMismatch(GoTypes.of(kind), byText);
        found.check(document, kind.shape(), Where.TOP);
        return found.fatal.or(() -> found.first);
    }

    private void check(JsonNode node, Shape shape, Where where) {
        if (node instanceof NullNode || fatal.isPresent()) return;
        switch (shape) {
            case Shape.Scalar scalar -> scalar(node, scalar, where);
            case Shape.Struct struct -> {
                if (node.isObject()) members((ObjectNode) node, struct, where);
                else mismatch(node, shape, where);
            }
            case Shape.MapOf(var value, var _) -> {
                if (node.isObject()) checkAll(node, value, where);
                else mismatch(node, shape, where);
            }
            case Shape.ListOf list -> {
                if (node.isArray()) checkAll(node, list.element(), where);
                else mismatch(node, shape, where);
            }
            case Shape.Free _ -> {}
        }
    }

    private void members(ObjectNode node, Shape.Struct struct, Where where) {
        var early = byText ? List.<String>of() : isObjectMeta(struct.name()) ? FIRST_OF_METADATA : FIRST;
        for (var name : early) {
            var value = node.get(name);
            if (value != null && struct.knows(name))
                check(value, struct.member(name), where.inside(struct.name(), name));
        }
        for (var entry : node.properties()) {
            var name = entry.getKey();
            if (early.contains(name)) continue;
            check(entry.getValue(), struct.member(name), where.inside(struct.name(), name));
        }
    }

    private static boolean isObjectMeta(String struct) {
        return struct.endsWith("ObjectMeta") && (struct.length() == 10 || struct.charAt(struct.length() - 11) == '.');
    }

    private void checkAll(JsonNode container, Shape shape, Where where) {
        for (var item : container) check(item, shape, where);
    }

    private void scalar(JsonNode node, Shape.Scalar scalar, Where where) {
        switch (scalar) {
            case STRING -> {
                if (!node.isTextual()) mismatch(node, scalar, where);
            }
            case BOOLEAN -> {
                if (!node.isBoolean()) mismatch(node, scalar, where);
            }
            case INT32 -> integer(node, node.canConvertToInt(), scalar, where).ifPresent(this::note);
            case INT64 -> integer(node, node.canConvertToLong(), scalar, where).ifPresent(this::note);
            case DOUBLE -> {
                if (!node.isNumber()) mismatch(node, scalar, where);
            }
            case QUANTITY -> fatal = MalformedQuantity.reason(node);
            case INT_OR_STRING -> {
                if (!node.isTextual()) fatal = integer(node, node.canConvertToInt(), Shape.Scalar.INT32, where);
            }
            case TIME, MICRO_TIME -> fatal = time(node, scalar, where);
            case BYTES -> {
                if (node.isTextual()) base64(node.textValue()).ifPresent(this::note);
                else if (node.isArray()) bytes(node, where);
                else mismatch(node, scalar, where);
            }
            case ANYTHING -> {}
        }
    }

    /** Bytes may also come as a list of numbers. */
    private void bytes(JsonNode list, Where where) {
        for (var item : list) {
            if (item.isNull()) continue;
            var isByte = item.isIntegralNumber() && item.canConvertToInt() && item.asInt() >= 0 && item.asInt() <= 255;
            if (isByte) continue;
            note(where.cannot(item.isNumber() ? "number " + item.asText() : GoTypes.wordFor(item), "uint8"));
            return;
        }
    }

    private Optional<String> integer(JsonNode node, boolean fits, Shape shape, Where where) {
        if (!node.isNumber()) return Optional.of(where.cannot(GoTypes.wordFor(node), types.nameOf(shape)));
        if (node.isIntegralNumber() && fits) return Optional.empty();
        return Optional.of(where.cannot("number " + node.asText(), types.nameOf(shape)));
    }

    private static Optional<String> time(JsonNode node, Shape.Scalar scalar, Where where) {
        if (!node.isTextual()) return Optional.of(where.cannot(GoTypes.wordFor(node), "string"));
        try {
            Rfc3339.check(node.textValue());
            return Optional.empty();
        } catch (DateTimeException _) {
            var layout = scalar == Shape.Scalar.TIME ? "2006-01-02T15:04:05Z07:00" : "2006-01-02T15:04:05.000000Z07:00";
            var text = node.textValue();
            return Optional.of(
                    "parsing time \"" + text + "\" as \"" + layout + "\": cannot parse \"" + text + "\" as \"2006\"");
        }
    }

    private static Optional<String> base64(String text) {
        var letters = text.replace("\n", "").replace("\r", "");
        var body = letters.replaceFirst("={0,2}$", "");
        for (var i = 0; i < body.length(); i++) {
            var c = body.charAt(i);
            var isOne =
                    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
            if (!isOne) return Optional.of("illegal base64 data at input byte " + i);
        }
        var whole = letters.length() % 4 == 0 && body.length() % 4 != 1;
        return whole ? Optional.empty() : Optional.of("illegal base64 data at input byte " + letters.length() / 4 * 4);
    }

    private void mismatch(JsonNode node, Shape shape, Where where) {
        note(where.cannot(GoTypes.wordFor(node), types.nameOf(where.struct(), where.member(), shape)));
    }

    private void note(String reason) {
        if (first.isEmpty()) first = Optional.of(reason);
    }
}
