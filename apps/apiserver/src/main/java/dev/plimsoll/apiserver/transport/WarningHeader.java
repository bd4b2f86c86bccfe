package dev.plimsoll.apiserver.transport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Warnings as values of the header {@code Warning}. Their texts quote what clients sent, so they may hold anything: control
 * characters are written as escapes, other characters as UTF-8, and all of them together are bounded as Kubernetes bounds them.
 */
final class WarningHeader {
    /** Beyond this sum each text is cut. */
    private static final int MOST_BYTES = 4096;

    private static final int MOST_BYTES_OF_ONE = 256;

    private WarningHeader() {}

    static List<String> values(List<String> texts) {
        var whole = new ArrayList<String>();
        var bytes = 0;
        for (var text : texts) {
            var value = value(text, MOST_BYTES);
            whole.add(value);
            bytes += value.length();
        }
        if (bytes <= MOST_BYTES) return whole;
        var cut = new ArrayList<String>();
        var left = MOST_BYTES;
        for (var text : texts) {
            var value = value(text, MOST_BYTES_OF_ONE);
            left -= value.length();
            if (left < 0) break;
            cut.add(value);
        }
        return cut;
    }

    /** Each char of the value is one byte on the wire. */
    private static String value(String text, int most) {
        var quoted = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point == '\\' || point == '"') quoted.append('\\').appendCodePoint(point);
            else if (Character.isISOControl(point)) quoted.append(String.format("\\\\u%04x", point));
            else quoted.appendCodePoint(point);
        });
        var utf8 = quoted.toString().getBytes(StandardCharsets.UTF_8);
        return "299 - \"" + new String(utf8, 0, end(utf8, most), StandardCharsets.ISO_8859_1) + "\"";
    }

    /** Where to cut so that neither a character nor an escape is cut in two. */
    private static int end(byte[] utf8, int most) {
        if (utf8.length <= most) return utf8.length;
        var end = most;
        while (end > 0 && (utf8[end] & 0xc0) == 0x80) end--;
        var backslashes = 0;
        while (end - backslashes > 0 && utf8[end - backslashes - 1] == '\\') backslashes++;
        return backslashes % 2 == 0 ? end : end - 1;
    }
}
