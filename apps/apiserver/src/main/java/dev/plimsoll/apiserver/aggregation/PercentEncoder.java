package dev.plimsoll.apiserver.aggregation;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes bytes of UTF-8 as {@code %XX} that may not stand as they are. */
final class PercentEncoder {
    private PercentEncoder() {}

    /** @param plain what stands as it is beside letters and digits of ASCII */
    static String encode(String text, String plain) {
        var encoded = new StringBuilder(text.length() + 8);
        for (var each : text.getBytes(StandardCharsets.UTF_8)) {
            var c = (char) (each & 0xff);
            if (isLetterOrDigit(c) || plain.indexOf(c) >= 0) encoded.append(c);
            else encoded.append(String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return encoded.toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
