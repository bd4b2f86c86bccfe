package dev.plimsoll.codec.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Says what is wrong with a text that is not JSON, in the words that Go programs use. Reads the text once, with a stack
 * of its own, so that no nesting is too deep for it.
 */
final class JsonSyntax {
    private static final String END = "unexpected end of JSON input";

    private final String text;
    private int at;

    private JsonSyntax(String text) {
        this.text = text;
    }

    /** Empty if the text is JSON after all. */
    static Optional<String> problem(String text) {
        try {
            new JsonSyntax(text).document();
            return Optional.empty();
        } catch (Stop stop) {
            return Optional.of(stop.message);
        }
    }

    /** What the text is inside of. */
    private enum Inside {
        OBJECT,
        LIST
    }

    private void document() throws Stop {
        var open = new ArrayDeque<Inside>();
        var valueIsNext = true;
        while (true) {
            skipSpace();
            if (valueIsNext) {
                valueIsNext = value(open);
            } else if (open.isEmpty()) {
                if (at < text.length()) throw unexpected("after top-level value");
                return;
            } else {
                valueIsNext = afterValue(open);
            }
        }
    }

    /** Reads a value, or only the beginning of an object or a list; answers whether a value has to follow. */
    private boolean value(Deque<Inside> open) throws Stop {
        switch (peek()) {
            case '{' -> {
                at++;
                skipSpace();
                if (peek() == '}') {
                    at++;
                    return false;
                }
                open.push(Inside.OBJECT);
                key();
                return true;
            }
            case '[' -> {
                at++;
                skipSpace();
                if (peek() == ']') {
                    at++;
                    return false;
                }
                open.push(Inside.LIST);
                return true;
            }
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected("looking for beginning of value");
        }
        return false;
    }

    private boolean afterValue(Deque<Inside> open) throws Stop {
        var inside = open.element();
        var c = peek();
        if (c == ',') {
            at++;
            if (inside == Inside.OBJECT) {
                skipSpace();
                key();
            }
            return true;
        }
        if (c == (inside == Inside.OBJECT ? '}' : ']')) {
            at++;
            open.pop();
            return false;
        }
        throw unexpected(inside == Inside.OBJECT ? "after object key:value pair" : "after array element");
    }

    private void key() throws Stop {
        if (peek() != '"') throw unexpected("looking for beginning of object key string");
        string();
        skipSpace();
        if (peek() != ':') throw unexpected("after object key");
        at++;
    }

    private void string() throws Stop {
        at++;
        while (peek() != '"') {
            if (peek() < ' ') throw unexpected("in string literal");
            if (peek() == '\\') {
                at++;
                if ("\"\\/bfnrtu".indexOf(peek()) < 0) throw unexpected("in string escape code");
                if (peek() == 'u') hexadecimal();
            }
            at++;
        }
        at++;
    }

    /** From the letter u to the last digit. */
    private void hexadecimal() throws Stop {
        for (var i = 0; i < 4; i++) {
            at++;
            if (Character.digit(peek(), 16) < 0) throw unexpected("in \\u hexadecimal character escape");
        }
    }

    private void literal(String word) throws Stop {
        for (var i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i))
                throw unexpected("in literal " + word + " (expecting '" + word.charAt(i) + "')");
        }
    }

    private void number() throws Stop {
        if (peek() == '-') at++;
        if (!isDigit(peek())) throw unexpected("in numeric literal");
        if (peek() == '0') at++;
        else digits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            if (!isDigit(peek())) throw unexpected("after decimal point in numeric literal");
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') at++;
            if (!isDigit(peek())) throw unexpected("in exponent of numeric literal");
            digits();
        }
    }

    private void digits() {
        while (at < text.length() && isDigit(text.charAt(at))) at++;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() throws Stop {
        if (at >= text.length()) throw new Stop(END);
        return text.charAt(at);
    }

    private Stop unexpected(String where) throws Stop {
        return new Stop("invalid character " + quoted(peek()) + " " + where);
    }

    private static String quoted(char c) {
        return switch (c) {
            case '\'' -> "'\\''";
            case '\n' -> "'\\n'";
            case '\r' -> "'\\r'";
            case '\t' -> "'\\t'";
            case '\\' -> "'\\\\'";
            default -> c < ' ' ? "'\\x%02x'".formatted((int) c) : "'" + c + "'";
        };
    }

    /** Ends the reading; it never leaves this class. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1;

        private final String message;

        Stop(String message) {
            super(message, null, false, false);
            this.message = message;
        }
    }
}
