package dev.plimsoll.kinds.expressions.functions;

import dev.plimsoll.codec.structural.RegularExpressions;
import java.util.ArrayList;
import java.util.List;

/** What can be looked for in texts. */
final class Texts {
    private Texts() {}

    /** Empty if there is none. */
    static String find(String text, String pattern) {
        var matcher = RegularExpressions.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    /** At most so many; all if {@code most} is negative. */
    static List<String> findAll(String text, String pattern, long most) {
        var found = new ArrayList<String>();
        var matcher = RegularExpressions.compile(pattern).matcher(text);
        while ((most < 0 || found.size() < most) && matcher.find()) found.add(matcher.group());
        return found;
    }

    /** In code points; -1 if it is not there. */
    static long indexOf(String text, String wanted) {
        var at = text.indexOf(wanted);
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    static long lastIndexOf(String text, String wanted) {
        var at = text.lastIndexOf(wanted);
        return at < 0 ? -1 : text.codePointCount(0, at);
    }
}
