package dev.plimsoll.core.validation;

/**
 * One broken rule: where, of which kind, with which value, and what would be right.
 *
 * @param value the offending value as the message shows it, quotes included; empty for types that show none
 */
public record FieldError(Type type, String field, String value, String detail) {
    /** How an object without a path, such as a whole pod, is named in messages. */
    public static final String NO_FIELD = "[]";

    /** The kinds of field errors, with the reason that an API status carries and the words that begin its message. */
    public enum Type {
        REQUIRED("FieldValueRequired", "Required value", false),
        INVALID("FieldValueInvalid", "Invalid value", true),
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value", true),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value", true),
        DUPLICATE("FieldValueDuplicate", "Duplicate value", true),
        NOT_FOUND("FieldValueNotFound", "Not found", true),
        FORBIDDEN("FieldValueForbidden", "Forbidden", false),
        TOO_LONG("FieldValueTooLong", "Too long", false),
        TOO_MANY("FieldValueTooMany", "Too many", true);

        private final String reason;
        private final String words;
        private final boolean showsValue;

        Type(String reason, String words, boolean showsValue) {
            this.reason = reason;
            this.words = words;
            this.showsValue = showsValue;
        }

        /** The reason in the causes of a Status object. */
        public String reason() {
            return reason;
        }
    }

    public static FieldError required(String field, String detail) {
        return new FieldError(Type.REQUIRED, field, "", detail);
    }

    public static FieldError invalid(String field, String text, String detail) {
        return new FieldError(Type.INVALID, field, quoted(text), detail);
    }

    public static FieldError invalid(String field, long number, String detail) {
        return new FieldError(Type.INVALID, field, Long.toString(number), detail);
    }

    /** A value outside a fixed set; {@code supported} is printed in its order. */
    public static FieldError notSupported(String field, String text, Iterable<String> supported) {
        var list = new StringBuilder("supported values: ");
        var separator = "";
        for (var value : supported) {
            list.append(separator).append(quoted(value));
            separator = ", ";
        }
        return new FieldError(Type.NOT_SUPPORTED, field, quoted(text), list.toString());
    }

    public static FieldError duplicate(String field, String text) {
        return new FieldError(Type.DUPLICATE, field, quoted(text), "");
    }

    public static FieldError notFound(String field, String text, String detail) {
        return new FieldError(Type.NOT_FOUND, field, quoted(text), detail);
    }

    public static FieldError forbidden(String field, String detail) {
        return new FieldError(Type.FORBIDDEN, field, "", detail);
    }

    public static FieldError tooLong(String field, int bytes) {
        return new FieldError(Type.TOO_LONG, field, "", "may not be more than " + bytes + " bytes");
    }

    /** As {@link #tooLong}, of a text whose characters the server counts. */
    public static FieldError tooManyCharacters(String field, int characters) {
        return new FieldError(Type.TOO_LONG, field, "", "may not be more than " + characters + " characters");
    }

    public static FieldError tooMany(String field, long found, long most) {
        return new FieldError(Type.TOO_MANY, field, Long.toString(found), "must have at most " + most + " items");
    }

    /** A text as messages show it. */
    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (Character.isISOControl(c))
                        quoted.append(String.format(c < 128 ? "\\x%02x" : "\\u%04x", (int) c));
                    else quoted.append(c);
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** The message without the path: {@code Invalid value: "5": must be ...}. */
    public String body() {
        var text = new StringBuilder(type.words);
        if (type.showsValue) text.append(": ").append(value);
        if (!detail.isEmpty()) text.append(": ").append(detail);
        return text.toString();
    }

    @Override
    public String toString() {
        return field + ": " + body();
    }
}
