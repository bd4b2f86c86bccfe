package dev.plimsoll.codec.structural;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;

/**
 * Regular expressions that others write. RE2 takes no longer than the product of text and program, but repetitions of
 * repetitions make a program of gigabytes out of twenty characters, so the size is estimated before anything is compiled.
 */
public final class RegularExpressions {
    static final String TOO_LARGE = "expression is too large";

    /** Instructions of a program. */
    public static final int MOST_INSTRUCTIONS = 20_000;
    /** Characters of an expression; compiling takes time that grows with the square of them. */
    private static final int MOST_CHARACTERS = 8_192;
    /** Groups within one another; the compiler calls itself for each. */
    private static final int MOST_NESTED = 200;

    private final String text;
    private int at;

    private RegularExpressions(String text) {
        this.text = text;
    }

    public static Pattern compile(String text) throws PatternSyntaxException {
        if (size(text) > MOST_INSTRUCTIONS) throw new PatternSyntaxException(TOO_LARGE, "");
        return Pattern.compile(text);
    }

    /** About how many instructions an expression becomes, if it is one at all. */
    public static long size(String text) {
        return text.length() > MOST_CHARACTERS ? Long.MAX_VALUE : new RegularExpressions(text).size();
    }

    private long size() {
        var outer = new ArrayDeque<Long>();
        var sum = 0L;
        var last = 0L;
        while (at < text.length()) {
            var c = text.charAt(at++);
            if (c == '{') {
                last = Math.min(last * repetitions(), Integer.MAX_VALUE);
                continue;
            }
            sum += last;
            switch (c) {
                case '(' -> {
                    if (outer.size() == MOST_NESTED) return Long.MAX_VALUE;
                    outer.push(sum);
                    sum = 0;
                    last = 0;
                }
                case ')' -> {
                    last = sum + 2;
                    sum = outer.isEmpty() ? 0 : outer.pop();
                }
                case '[' -> last = characters();
                case '\\' -> last = escape();
                default -> last = 1;
            }
        }
        var total = sum + last;
        for (var each : outer) total += each;
        return total;
    }

    /** The most repetitions that stand behind an opening brace; 1 if the brace is only a character. */
    private long repetitions() {
        var end = text.indexOf('}', at);
        if (end < 0 || end - at > 9) return 1;
        var most = 1L;
        for (var number : text.substring(at, end).split(",", -1)) {
            if (number.isEmpty()) continue;
            if (!number.chars().allMatch(c -> c >= '0' && c <= '9')) return 1;
            most = Math.max(most, Long.parseLong(number));
        }
        at = end + 1;
        return most;
    }

    private long characters() {
        if (at < text.length() && text.charAt(at) == '^') at++;
        if (at < text.length() && text.charAt(at) == ']') at++;
        while (at < text.length() && text.charAt(at) != ']') {
            if (text.charAt(at) == '\\') at++;
            else if (text.startsWith("[:", at)) at = Math.max(at, text.indexOf(":]", at) + 1);
            at++;
        }
        at++;
        return 1;
    }

    private long escape() {
        if (at >= text.length()) return 1;
        var c = text.charAt(at++);
        if (c == 'Q') {
            var end = text.indexOf("\\E", at);
            var from = at;
            at = end < 0 ? text.length() : end + 2;
            return (long) at - from;
        }
        if ("xpP".indexOf(c) >= 0 && at < text.length() && text.charAt(at) == '{') {
            var end = text.indexOf('}', at);
            at = end < 0 ? text.length() : end + 1;
        }
        return 1;
    }
}
