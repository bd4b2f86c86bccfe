package dev.plimsoll.nodeagent.simulated.shell;

import java.io.IOException;
import java.util.List;

/** {@code printf}, and the escapes that {@code echo -e} knows too. */
final class Printf {
    private Printf() {}

    static int run(List<String> arguments, Io io) throws IOException {
        if (arguments.isEmpty()) {
            io.fail("printf: usage: printf format [arguments]");
            return 2;
        }
        var format = unescaped(arguments.getFirst());
        var values = arguments.subList(1, arguments.size());
        var used = 0;
        // As often as there are values, but once at least.
        do {
            var text = new StringBuilder();
            var before = used;
            for (var i = 0; i < format.length(); i++) {
                var c = format.charAt(i);
                if (c != '%' || i + 1 == format.length()) {
                    text.append(c);
                    continue;
                }
                var end = i + 1;
                while (end < format.length() && "-0123456789.".indexOf(format.charAt(end)) >= 0) end++;
                var letter = end < format.length() ? format.charAt(end) : '%';
                if (letter == '%') {
                    text.append('%');
                } else {
                    var value = used < values.size() ? values.get(used) : "";
                    used++;
                    text.append(shown(format.substring(i + 1, end), letter, value));
                }
                i = end;
            }
            io.print(text.toString());
            if (used == before) break;
        } while (used < values.size());
        return 0;
    }

    private static String shown(String width, char letter, String value) {
        try {
            return switch (letter) {
                case 'd', 'i', 'u' -> String.format("%" + width + "d", Long.parseLong(value.isEmpty() ? "0" : value));
                case 'x', 'o' -> String.format("%" + width + letter, Long.parseLong(value.isEmpty() ? "0" : value));
                case 'f' -> String.format("%" + width + "f", Double.parseDouble(value.isEmpty() ? "0" : value));
                case 'b' -> unescaped(value);
                default -> String.format("%" + width + "s", value);
            };
        } catch (IllegalArgumentException _) {
            return "0";
        }
    }

    static String unescaped(String text) {
        var result = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                result.append(c);
                continue;
            }
            switch (text.charAt(++i)) {
                case 'n' -> result.append('\n');
                case 't' -> result.append('\t');
                case 'r' -> result.append('\r');
                case '\\' -> result.append('\\');
                case 'a' -> result.append('\u0007');
                case '0' -> result.append('\0');
                default -> result.append('\\').append(text.charAt(i));
            }
        }
        return result.toString();
    }
}
