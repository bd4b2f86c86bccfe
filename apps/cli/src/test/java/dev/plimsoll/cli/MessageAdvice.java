package dev.plimsoll.cli;

import java.util.regex.Pattern;

/** The third part of every message: what to do. */
final class MessageAdvice {
    /** An instruction or a command, the values that are known, an example, or the position in a file that is to be corrected. */
    private static final Pattern ADVICE = Pattern.compile(
            "([;:.?] |, or |\\n|^)(try|did you mean|choose|name|create|correct|set|start|use|see|give|write|check|stop"
                    + "|must be|must not be|leave|kill|end|clone|make|sort|known kinds are|it takes|run|plimsoll [a-z-]+)\\b|\\(known: |such as |as in |:\\d+:\\d+: ",
            Pattern.CASE_INSENSITIVE);

    private MessageAdvice() {}

    static boolean isIn(String message) {
        return ADVICE.matcher(message).find();
    }
}
