package dev.plimsoll.core.validation.syntax;

import static dev.plimsoll.core.validation.syntax.SyntaxText.isDigit;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLongerThan;
import static dev.plimsoll.core.validation.syntax.SyntaxText.isLowerCaseOrDigit;

import java.util.ArrayList;
import java.util.List;

/** Names that DNS can carry: labels of RFC 1123 and RFC 1035, and subdomains, which are labels joined by dots. */
public final class DnsSyntax {
    private static final int LABEL_BYTES = 63;
    private static final int SUBDOMAIN_BYTES = 253;

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String NOT_A_LABEL = SyntaxText.pattern(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end"
                    + " with an alphanumeric character",
            LABEL,
            "my-name",
            "123-abc");
    private static final String NOT_A_SUBDOMAIN = SyntaxText.pattern(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start"
                    + " and end with an alphanumeric character",
            LABEL + "(\\." + LABEL + ")*",
            "example.com");
    private static final String NOT_A_1035_LABEL = SyntaxText.pattern(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character",
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            "my-name",
            "abc-123");

    private DnsSyntax() {}

    /** A label of RFC 1123: the name of a container, a volume, a namespace. */
    public static List<String> label(String value) {
        var tooLong = isLongerThan(LABEL_BYTES, value);
        var wellFormed = isLabel(value);
        if (wellFormed && !tooLong) return List.of();
        var messages = new ArrayList<String>(2);
        if (tooLong) messages.add(SyntaxText.atMostCharacters(LABEL_BYTES));
        if (!wellFormed) messages.add(isSubdomain(value) ? "must not contain dots" : NOT_A_LABEL);
        return List.copyOf(messages);
    }

    /** A subdomain of RFC 1123: the name of a pod, a node, a service account. */
    public static List<String> subdomain(String value) {
        return messages(value, SUBDOMAIN_BYTES, isSubdomain(value), NOT_A_SUBDOMAIN);
    }

    /** A subdomain of which the server counts the bytes aloud: {@code k8s-long-name}. */
    public static List<String> longName(String value) {
        return inBytes(subdomain(value), SUBDOMAIN_BYTES);
    }

    /** A label of which the server counts the bytes aloud: {@code k8s-short-name}. */
    public static List<String> shortName(String value) {
        return inBytes(label(value), LABEL_BYTES);
    }

    private static List<String> inBytes(List<String> messages, int bytes) {
        if (messages.isEmpty()) return messages;
        var characters = SyntaxText.atMostCharacters(bytes);
        return messages.stream()
                .map(message -> message.equals(characters) ? SyntaxText.atMost(bytes) : message)
                .toList();
    }

    /** A label of RFC 1035, which starts with a letter: the name of a service. */
    public static List<String> label1035(String value) {
        var wellFormed = isLabel(value) && !isDigit(value.charAt(0));
        return messages(value, LABEL_BYTES, wellFormed, NOT_A_1035_LABEL);
    }

    private static List<String> messages(String value, int bytes, boolean wellFormed, String otherwise) {
        if (!isLongerThan(bytes, value)) return wellFormed ? List.of() : List.of(otherwise);
        var tooLong = SyntaxText.atMostCharacters(bytes);
        return wellFormed ? List.of(tooLong) : List.of(tooLong, otherwise);
    }

    private static boolean isLabel(String value) {
        return isSubdomain(value) && value.indexOf('.') < 0;
    }

    private static boolean isSubdomain(String value) {
        var previous = '.';
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            var fits = switch (c) {
                case '-' -> previous != '.';
                case '.' -> isLowerCaseOrDigit(previous);
                default -> isLowerCaseOrDigit(c);
            };
            if (!fits) return false;
            previous = c;
        }
        return isLowerCaseOrDigit(previous);
    }
}
