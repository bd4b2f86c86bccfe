package dev.plimsoll.core.validation.syntax;

import static dev.plimsoll.core.validation.syntax.SyntaxText.isDigit;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLetter;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLongerThan;

import java.util.ArrayList;
import java.util.List;

/** Keys and values of labels. A key is a qualified name: a name, or a DNS subdomain, a slash and a name. */
public final class LabelSyntax {
    private static final int NAME_BYTES = 63;

    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String NOT_A_NAME = SyntaxText.pattern(
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character",
            NAME,
            "MyName",
            "my.name",
            "123-abc");
    private static final String NOT_A_VALUE = SyntaxText.pattern(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character",
            "(" + NAME + ")?",
            "MyValue",
            "my_value",
            "12345");

    private LabelSyntax() {}

    /** A qualified name: the key of a label, the name of a resource, of a scheduling gate. */
    public static List<String> qualifiedName(String value) {
        var slash = value.indexOf('/');
        if (slash != value.lastIndexOf('/')) {
            return List.of("a valid label key " + NOT_A_NAME
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        var name = value.substring(slash + 1);
        var prefixIsFine = slash < 0
                || (slash > 0 && DnsSyntax.subdomain(value.substring(0, slash)).isEmpty());
        if (prefixIsFine && isName(name) && !isLongerThan(NAME_BYTES, name)) return List.of();

        var messages = new ArrayList<String>();
        if (slash == 0) messages.add("prefix part " + SyntaxText.EMPTY);
        if (slash > 0) {
            for (var message : DnsSyntax.subdomain(value.substring(0, slash))) messages.add("prefix part " + message);
        }
        if (name.isEmpty()) messages.add("name part " + SyntaxText.EMPTY);
        if (isLongerThan(NAME_BYTES, name)) messages.add("name part " + SyntaxText.atMost(NAME_BYTES));
        if (!isName(name)) messages.add("name part " + NOT_A_NAME);
        return List.copyOf(messages);
    }

    /** The value of a label, which may be empty. */
    public static List<String> labelValue(String value) {
        var wellFormed = value.isEmpty() || isName(value);
        if (!isLongerThan(NAME_BYTES, value)) return wellFormed ? List.of() : List.of(NOT_A_VALUE);
        var tooLong = SyntaxText.atMost(NAME_BYTES);
        return wellFormed ? List.of(tooLong) : List.of(tooLong, NOT_A_VALUE);
    }

    private static boolean isName(String value) {
        if (value.isEmpty() || !isAlphanumeric(value.charAt(0)) || !isAlphanumeric(value.charAt(value.length() - 1))) {
            return false;
        }
        for (var i = 1; i < value.length() - 1; i++) {
            var c = value.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') return false;
        }
        return true;
    }

    private static boolean isAlphanumeric(char c) {
        return isLetter(c) || isDigit(c);
    }
}
