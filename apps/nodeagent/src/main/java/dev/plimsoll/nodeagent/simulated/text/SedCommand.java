package dev.plimsoll.nodeagent.simulated.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One command of a script of {@code sed}.
 *
 * @param firstOrNull the line that is meant, or with which a range begins; null for all lines
 * @param lastOrNull with which the range ends; null where there is none
 * @param isNegated whether all other lines are meant
 */
record SedCommand(@Nullable Address firstOrNull, @Nullable Address lastOrNull, boolean isNegated, Action action) {
    /**
     * A line by its number, by what is in it, or the last one.
     *
     * @param number 0 where it does not count, {@link #LAST} for the last line
     * @param patternOrNull null where the number counts
     */
    record Address(int number, @Nullable Pattern patternOrNull) {
        static final int LAST = -1;

        boolean matches(int at, String line, boolean isLast) {
            if (patternOrNull != null) return patternOrNull.matcher(line).find();
            return number == LAST ? isLast : at == number;
        }

        /** Whether a range that has begun before ends with this line. */
        boolean ends(int at, String line, boolean isLast) {
            return isLast || matches(at, line, false) || (number > 0 && at >= number);
        }
    }

    /** What it does. */
    sealed interface Action {
        /**
         * Puts something in the place of what matches.
         *
         * @param nth which match is meant: 0 for all, otherwise it counts from 1
         */
        record Substitute(Pattern pattern, String replacement, int nth, boolean isPrinted) implements Action {
            String applied(String line) {
                var matcher = pattern.matcher(line);
                if (nth == 0) return matcher.replaceAll(replacement);
                var text = new StringBuilder();
                for (var i = 1; matcher.find(); i++) {
                    if (i < nth) continue;
                    matcher.appendReplacement(text, replacement);
                    // The matcher has added what stands before, those that stay as they are included.
                    return matcher.appendTail(text).toString();
                }
                return line;
            }
        }

        record Translate(String from, String to) implements Action {}

        record Delete() implements Action {}

        record Print() implements Action {}

        record Quit() implements Action {}

        record LineNumber() implements Action {}

        record Append(String text) implements Action {}

        record Insert(String text) implements Action {}

        record Change(String text) implements Action {}
    }
}
