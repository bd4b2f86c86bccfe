package dev.plimsoll.cli.watch;

import java.io.IOException;
import java.util.Optional;
import org.jline.utils.NonBlockingReader;

/** A key of a terminal. */
sealed interface Key {
    /** A terminal sends all of a sequence at once; what comes later than this is another key. */
    long SEQUENCE_MILLIS = 50;

    /** A reader that waits for ever cannot be closed; this one looks up from time to time. */
    long PAUSE_MILLIS = 200;

    record Letter(char letter) implements Key {}

    record Up() implements Key {}

    record Down() implements Key {}

    record PageUp() implements Key {}

    record PageDown() implements Key {}

    record Enter() implements Key {}

    record Back() implements Key {}

    record Escape() implements Key {}

    /** The next one that means something; empty at the end. */
    static Optional<Key> read(NonBlockingReader in) throws IOException {
        while (true) {
            var first = in.read(PAUSE_MILLIS);
            if (first == NonBlockingReader.READ_EXPIRED) continue;
            if (first == NonBlockingReader.EOF) return Optional.empty();
            if (first == '\u001b') {
                var key = escaped(in);
                if (key.isPresent()) return key;
            } else if (first == '\n' || first == '\r') {
                return Optional.of(new Enter());
            } else if (first == 127 || first == 8) {
                return Optional.of(new Back());
            } else if (first >= ' ' && !Character.isISOControl(first)) {
                return Optional.of(new Letter((char) first));
            }
        }
    }

    private static Optional<Key> escaped(NonBlockingReader in) throws IOException {
        var kind = in.peek(SEQUENCE_MILLIS);
        if (kind != '[' && kind != 'O') return Optional.of(new Escape());
        in.read();
        var digits = new StringBuilder();
        for (var next = in.read(SEQUENCE_MILLIS); next >= 0; next = in.read(SEQUENCE_MILLIS)) {
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
            default -> Optional.empty();
        };
    }
}
