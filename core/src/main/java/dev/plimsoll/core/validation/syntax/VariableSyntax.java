package dev.plimsoll.core.validation.syntax;

import static dev.plimsoll.core.validation.syntax.SyntaxText.isDigit;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLetter;

import java.util.List;

/** Names of environment variables and of C identifiers. */
public final class VariableSyntax {
    private static final String NOT_AN_IDENTIFIER = SyntaxText.pattern(
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric"
                    + " characters or '_'",
            "[A-Za-z_][A-Za-z0-9_]*",
            "my_name",
            "MY_NAME",
            "MyName");

    private VariableSyntax() {}

    /**
     * The name of an environment variable: any printable ASCII but {@code =}. Older releases asked for letters, digits,
     * dots, dashes and underscores.
     */
    public static List<String> environmentName(String value) {
        if (value.isEmpty()) return List.of("environment variable name " + SyntaxText.EMPTY);
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (c < ' ' || c > '~' || c == '=') {
                return List.of("a valid environment variable name must consist only of printable ASCII characters other"
                        + " than '='");
            }
        }
        return List.of();
    }

    public static List<String> cIdentifier(String value) {
        if (value.isEmpty() || isDigit(value.charAt(0))) return List.of(NOT_AN_IDENTIFIER);
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (!isLetter(c) && !isDigit(c) && c != '_') return List.of(NOT_AN_IDENTIFIER);
        }
        return List.of();
    }
}
