package dev.plimsoll.cli.watch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** What comes from a terminal: keys, and answers about its size. */
sealed interface Key {
    record Letter(char letter) implements Key {}

    record Up() implements Key {}

    record Down() implements Key {}

    record PageUp() implements Key {}

    record PageDown() implements Key {}

    record Enter() implements Key {}

    record Back() implements Key {}

    record Escape() implements Key {}

    /** Where the cursor was sent as far as it goes: the size of the terminal. */
    record Size(int rows, int columns) implements Key {}

    /** The next one that means something; empty at the end. */
    static Optional<Key> read(InputStream in) throws IOException {
        while (true) {
            var first = in.read();
            if (first < 0) return Optional.empty();
            if (first == 27) {
                var key = escaped(in);
                if (key.isPresent()) return key;
            } else if (first == '\n' || first == '\r') {
                return Optional.of(new Enter());
            } else if (first == 127 || first == 8) {
                return Optional.of(new Back());
            } else if (first >= ' ' && first < 127) {
                return Optional.of(new Letter((char) first));
            }
        }
    }

    private static Optional<Key> escaped(InputStream in) throws IOException {
        // An escape alone has nothing behind it; a terminal sends a sequence at once.
        if (in.available() == 0) return Optional.of(new Escape());
        var kind = in.read();
        if (kind != '[' && kind != 'O') return Optional.of(new Escape());
        var digits = new StringBuilder();
        for (var next = in.read(); next >= 0; next = in.read()) {
            if ((next >= '0' && next <= '9') || next == ';') {
                digits.append((char) next);
                continue;
            }
            return sequence((char) next, digits.toString());
        }
        return Optional.empty();
    }

    private static Optional<Key> sequence(char end, String digits) {
        return switch (end) {
            case 'A' -> Optional.of(new Up());
            case 'B' -> Optional.of(new Down());
            case '~' ->
                switch (digits) {
                    case "5" -> Optional.of(new PageUp());
                    case "6" -> Optional.of(new PageDown());
                    default -> Optional.empty();
                };
            case 'R' -> size(digits);
            default -> Optional.empty();
        };
    }

    private static Optional<Key> size(String digits) {
        var parts = digits.split(";", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) return Optional.empty();
        if (parts[0].length() > 5 || parts[1].length() > 5) return Optional.empty();
        return Optional.of(new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }
}
