package dev.plimsoll.core.validation.syntax;

import static dev.plimsoll.core.validation.syntax.SyntaxText.isLongerThan;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLowerCaseOrDigit;

import java.util.ArrayList;
import java.util.List;

/** Numbers and names of ports. A name is an IANA service name of RFC 6335, in lower case only. */
public final class PortSyntax {
    private static final int NAME_BYTES = 15;
    private static final int HIGHEST = 65535;

    private PortSyntax() {}

    public static List<String> number(long port) {
        return port >= 1 && port <= HIGHEST ? List.of() : List.of("must be between 1 and " + HIGHEST + ", inclusive");
    }

    public static List<String> name(String value) {
        var letters = 0;
        var strangers = 0;
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (c >= 'a' && c <= 'z') letters++;
            if (!isLowerCaseOrDigit(c) && c != '-') strangers++;
        }
        var messages = new ArrayList<String>();
        if (isLongerThan(NAME_BYTES, value)) messages.add(SyntaxText.atMostCharacters(NAME_BYTES));
        if (value.isEmpty() || strangers > 0) {
            messages.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (letters == 0) messages.add("must contain at least one letter (a-z)");
        if (value.contains("--")) messages.add("must not contain consecutive hyphens");
        if (value.startsWith("-") || value.endsWith("-")) messages.add("must not begin or end with a hyphen");
        return List.copyOf(messages);
    }
}
