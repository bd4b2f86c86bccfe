package dev.plimsoll.apiserver.proxy;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is to be reached, as {@code NAME}, {@code NAME:PORT}, {@code SCHEME:NAME:PORT} or {@code SCHEME:NAME:}.
 *
 * @param scheme {@code http}, {@code https}, or empty where none is said
 * @param port a number or a name; empty where none is said
 */
record SchemeNamePort(String scheme, String name, String port) {
    private static final Pattern PORT = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    static Optional<SchemeNamePort> parse(String text) {
        var parts = text.split(":", -1);
        var parsed = switch (parts.length) {
            case 1 -> new SchemeNamePort("", parts[0], "");
            case 2 -> new SchemeNamePort("", parts[0], parts[1]);
            case 3 -> new SchemeNamePort(parts[0], parts[1], parts[2]);
            default -> null;
        };
        if (parsed == null || parsed.name.isEmpty()) return Optional.empty();
        if (parts.length == 2 && parsed.port.isEmpty()) return Optional.empty();
        if (!parsed.port.isEmpty() && !PORT.matcher(parsed.port).matches()) return Optional.empty();
        return switch (parsed.scheme) {
            case "", "http", "https" -> Optional.of(parsed);
            default -> Optional.empty();
        };
    }

    /** The port as a number; empty if it is none that there can be. */
    Optional<Integer> portNumber() {
        return number(port);
    }

    static Optional<Integer> number(String text) {
        if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(Character::isDigit)) return Optional.empty();
        var number = Integer.parseInt(text);
        return number >= 1 && number <= 65_535 ? Optional.of(number) : Optional.empty();
    }
}
