package dev.plimsoll.apiserver.http;

import java.util.ArrayList;
import java.util.List;

/** The values of Warning headers: together so small that no client and no proxy refuses the answer because of them. */
final class WarningHeaders {
    /** As in Kubernetes: if all together are longer, each is cut, and the last ones are left out. */
    private static final int MOST_CHARACTERS = 4_096;

    private static final int LONGEST_IF_CUT = 256;

    private WarningHeaders() {}

    static List<String> of(List<String> texts) {
        var total = 0L;
        for (var text : texts) total += text.length();
        var cut = total > MOST_CHARACTERS;
        var values = new ArrayList<String>();
        var left = MOST_CHARACTERS;
        for (var text : texts) {
            var shown = cut ? start(text) : text;
            left -= shown.length();
            if (left < 0) break;
            values.add(value(shown));
        }
        return values;
    }

    private static String start(String text) {
        if (text.length() <= LONGEST_IF_CUT) return text;
        var pair = Character.isHighSurrogate(text.charAt(LONGEST_IF_CUT - 1));
        return text.substring(0, pair ? LONGEST_IF_CUT - 1 : LONGEST_IF_CUT);
    }

    private static String value(String text) {
        var value = new StringBuilder("299 - \"");
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '\\' || c == '"') value.append('\\');
            value.append(Character.isISOControl(c) ? '?' : c);
        }
        return value.append('"').toString();
    }
}
