package dev.plimsoll.apiserver.expressions;

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

    static List<String> findAll(String text, String pattern) {
        var found = new ArrayList<String>();
        var matcher = RegularExpressions.compile(pattern).matcher(text);
        while (matcher.find()) found.add(matcher.group());
        return found;
    }
}
