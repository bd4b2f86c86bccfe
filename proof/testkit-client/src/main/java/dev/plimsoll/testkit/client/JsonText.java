package dev.plimsoll.testkit.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON, so that a project needs no library for it. What it reads comes from the cluster. */
final class JsonText {
    private static final int DEEPEST = 500;

    private final String text;
    private int at;
    private int depth;

    private JsonText(String text) {
        this.text = text;
    }

    static @Nullable Object read(String text) {
        var reader = new JsonText(text);
        var value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) throw reader.unexpected();
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var more = opens('}'); more; more = goesOn('}')) {
            skipSpace();
            var name = string();
            skipSpace();
            expect(':');
            fields.put(name, value());
        }
        return fields;
    }

    private List<@Nullable Object> list() {
        var elements = new ArrayList<@Nullable Object>();
        for (var more = opens(']'); more; more = goesOn(']')) elements.add(value());
        return elements;
    }

    /** Whether there is a first element. */
    private boolean opens(char close) {
        if (++depth > DEEPEST) throw unexpected();
        at++;
        skipSpace();
        return !closes(close);
    }

    private boolean goesOn(char close) {
        skipSpace();
        if (closes(close)) return false;
        expect(',');
        return true;
    }

    private boolean closes(char close) {
        if (peek() != close) return false;
        at++;
        depth--;
        return true;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) throw unexpected();
        at += word.length();
        return meaning;
    }

    private BigDecimal number() {
        var from = at;
        while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return new BigDecimal(text.substring(from, at));
        } catch (NumberFormatException e) {
            at = from;
            throw unexpected();
        }
    }

    private String string() {
        expect('"');
        var read = new StringBuilder();
        while (true) {
            var next = take();
            if (next == '"') return read.toString();
            read.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() {
        var next = take();
        return switch (next) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            case '"', '\\', '/' -> next;
            default -> throw unexpected();
        };
    }

    private char unicode() {
        at += 4;
        if (at > text.length()) throw unexpected();
        try {
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        } catch (NumberFormatException e) {
            throw unexpected();
        }
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() {
        if (at >= text.length()) throw unexpected();
        return text.charAt(at);
    }

    private char take() {
        var next = peek();
        at++;
        return next;
    }

    private void expect(char wanted) {
        if (take() != wanted) throw unexpected();
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not JSON, at character " + at + " of " + text.length());
    }

    static String write(@Nullable Object value) {
        var written = new StringBuilder();
        write(value, written);
        return written.toString();
    }

    private static void write(@Nullable Object value, StringBuilder to) {
        if (value instanceof Map<?, ?> fields) {
            var separator = "{";
            for (var field : fields.entrySet()) {
                to.append(separator);
                write(field.getKey(), to);
                to.append(':');
                write(field.getValue(), to);
                separator = ",";
            }
            to.append(fields.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            var separator = "[";
            for (var element : list) {
                to.append(separator);
                write(element, to);
                separator = ",";
            }
            to.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(string, to);
        } else if (value instanceof BigDecimal number) {
            to.append(number.toPlainString());
        } else {
            to.append(value);
        }
    }

    private static void quote(String string, StringBuilder to) {
        to.append('"');
        for (var i = 0; i < string.length(); i++) {
            var each = string.charAt(i);
            if (each == '"' || each == '\\') to.append('\\').append(each);
            else if (each < ' ') to.append(String.format("\\u%04x", (int) each));
            else to.append(each);
        }
        to.append('"');
    }
}
