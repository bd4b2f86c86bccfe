package dev.plimsoll.core.validation.syntax;

import java.nio.charset.StandardCharsets;

/** The sentence parts that all syntax messages share. */
final class SyntaxText {
    static final String EMPTY = "must be non-empty";

    private SyntaxText() {}

    /** A rule, examples that keep it and the expression that states it. The stray comma before "or" is on the wire. */
    static String pattern(String rule, String expression, String... examples) {
        var text = new StringBuilder(rule).append(" (e.g. ");
        for (var i = 0; i < examples.length; i++) {
            if (i > 0) text.append(" or ");
            text.append('\'').append(examples[i]).append("', ");
        }
        return text.append("regex used for validation is '")
                .append(expression)
                .append("')")
                .toString();
    }

    /** Of a label or the name of one. */
    static String atMost(int bytes) {
        return "must be no more than " + bytes + " bytes";
    }

    /** Of any other name, where the server counts bytes as well and calls them characters. */
    static String atMostCharacters(int bytes) {
        return "must be no more than " + bytes + " characters";
    }

    static boolean isLongerThan(int bytes, String value) {
        if (value.length() > bytes) return true;
        // A UTF-16 unit takes at most three bytes: short texts need no encoding to be measured.
        return value.length() > bytes / 3 && value.getBytes(StandardCharsets.UTF_8).length > bytes;
    }

    static boolean isLowerCaseOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || isDigit(c);
    }

    static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
