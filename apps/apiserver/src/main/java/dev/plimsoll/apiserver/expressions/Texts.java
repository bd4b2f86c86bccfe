package dev.plimsoll.apiserver.expressions;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** What can be looked for in texts. */
final class Texts {
    private Texts() {}

    /** Empty if there is none. */
    static String find(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    static List<String> findAll(String text, String pattern) {
        var found = new ArrayList<String>();
        var matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) found.add(matcher.group());
        return found;
    }
}
